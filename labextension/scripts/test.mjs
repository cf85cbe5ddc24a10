// Run the unit tests: each is bundled with what it tests, and handed to Node's own runner.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

// The sidebar is written for React, the panels for Preact.
const suites = {
  tests: { jsx: 'transform' },
  'panels/tests': { jsx: 'automatic', jsxImportSource: 'preact' }
};
const folder = mkdtempSync(join(tmpdir(), 'lux-nb-tests-'));
try {
  const files = [];
  for (const [suite, jsx] of Object.entries(suites)) {
    const tests = readdirSync(suite).filter(name => name.endsWith('.test.ts'));
    await build({
      entryPoints: tests.map(name => join(suite, name)),
      outdir: join(folder, suite),
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      ...jsx
    });
    files.push(...tests.map(name => join(folder, suite, name.replace(/\.ts$/, '.mjs'))));
  }
  const done = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' });
  process.exitCode = done.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
