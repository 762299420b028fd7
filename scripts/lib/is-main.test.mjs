import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('knows a started script from an imported one, by any name, without import.meta.main', () => {
  const home = mkdtempSync(join(tmpdir(), 'yb-main-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const helper = JSON.stringify(new URL('is-main.mjs', import.meta.url).href);
  const script = join(home, 'a script.mjs');
  writeFileSync(
    script,
    `import { isMain } from ${helper}; console.log(isMain({ url: import.meta.url }));`,
  );
  writeFileSync(join(home, 'importer.mjs'), "import './a script.mjs';");
  symlinkSync(script, join(home, 'link.mjs'));
  const run = (name) =>
    execFileSync(process.execPath, [join(home, name)], { encoding: 'utf8' }).trim();
  expect(run('a script.mjs')).toBe('true');
  expect(run('link.mjs')).toBe('true');
  expect(run('importer.mjs')).toBe('false');
});
