import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIMIT_MS = 60_000;

/**
 * What a program says its version is; null when it does not start on this machine, or says nothing. Its words go through a
 * file: a program without a window writes into no pipe under Wine.
 */
export const versionSaidBy = async (program: string): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-version-'));
  const path = join(folder, 'said');
  try {
    const said = openSync(path, 'w', 0o600);
    const child = spawn(program, ['--version'], {
      stdio: ['ignore', said, 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    closeSync(said);
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('exit', resolve);
    });
    return code === 0 ? readFileSync(path, 'utf8').trim() : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
