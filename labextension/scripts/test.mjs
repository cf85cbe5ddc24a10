// Run the unit tests: each is bundled with what it tests, and handed to Node's own runner.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'lux-nb-tests-'));
try {
  const tests = readdirSync('tests').filter(name => name.endsWith('.test.ts'));
  await build({
    entryPoints: tests.map(name => join('tests', name)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'transform',
    logLevel: 'warning'
  });
  const files = tests.map(name => join(folder, name.replace(/\.ts$/, '.mjs')));
  const done = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' });
  process.exitCode = done.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
