// Turn the TypeScript of src/ into the JavaScript of lib/, file by file.
// JupyterLab's own packages are given by the page, so nothing is bundled here and none of them
// need be installed; types are checked apart, by `jlpm check`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, context } from 'esbuild';

const sources = readdirSync('src', { recursive: true })
  .map(name => join('src', String(name)))
  .filter(name => /\.tsx?$/.test(name));

const options = {
  entryPoints: sources,
  outdir: 'lib',
  outbase: 'src',
  format: 'esm',
  target: 'es2022',
  jsx: 'transform',
  sourcemap: true,
  logLevel: 'warning'
};

if (process.argv.includes('--watch')) {
  await (await context(options)).watch();
} else {
  await build(options);
}
