import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIMIT_MS = 60_000;

/**
 * Runs a program with `--version`; null when it does not start or prints nothing. The output goes
 * to a file, because windowed programs cannot write to a pipe under Wine.
 */
export const queryVersion = async (program: string): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-version-'));
  const path = join(folder, 'said');
  try {
    const outputFd = openSync(path, 'w', 0o600);
    const child = spawn(program, ['--version'], {
      stdio: ['ignore', outputFd, 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    closeSync(outputFd);
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('exit', resolve);
    });
    return code === 0 ? readFileSync(path, 'utf8').trim() : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
