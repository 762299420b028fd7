import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const hook = join(import.meta.dirname, 'follow-npm.mjs');

it('leaves in good order when the shell npm started it with is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-follow-'));
  try {
    const said = join(folder, 'said');
    await writeFile(
      join(folder, 'program.mjs'),
      `import { writeFileSync } from 'node:fs';
       setTimeout(() => {}, 30_000);
       process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(said)}, 'in good order'); process.exit(0); });
       console.log('ready');`,
    );
    const command = `"${process.execPath}" --import "${hook}" "${join(folder, 'program.mjs')}"; true`;
    const shell = spawn('sh', ['-c', command], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    await expect
      .poll(() => readFile(said, 'utf8').catch(() => ''), { timeout: 10_000 })
      .toBe('in good order');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
