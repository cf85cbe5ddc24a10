// Bundle each panel of panels/ into one ES module beside the Python class that shows it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = 'panels';
const entries = existsSync(folder)
  ? readdirSync(folder).filter(name => /^[a-z][a-z_-]*\.(tsx?|css)$/.test(name) && !name.endsWith('.d.ts'))
  : [];

if (entries.length > 0) {
  await build({
    entryPoints: entries.map(name => join(folder, name)),
    outdir: '../lux_nb/widgets/static',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    logLevel: 'warning'
  });
}
