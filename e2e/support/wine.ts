import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { type Started, watchProcess } from './process.ts';

const run = promisify(execFile);

/** Debian installs the 64-bit binary outside PATH. */
const WINE = ['/usr/lib/wine/wine64'].find((path) => existsSync(path)) ?? findProgram('wine');
/** Why no Windows program can run; '' when it can. */
export const noWine = WINE === null ? 'wine：没有找到' : '';

const QUIET = {
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
  // Wine 8 reports an older Windows than Node requires.
  NODE_SKIP_PLATFORM_CHECK: '1',
};

/**
 * Starts a Windows program. Its printers are the CUPS queues at the time `folder` gets its prefix.
 * Its output goes to a file there, because Node reports an error on pipes.
 */
export const startWine = async (
  program: string,
  args: readonly string[],
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<Started> => {
  const wine = WINE ?? 'wine';
  const prefix = join(folder, 'prefix');
  const all = { PATH: process.env.PATH ?? '', ...QUIET, WINEPREFIX: prefix, ...env };
  mkdirSync(folder, { recursive: true });
  if (!existsSync(prefix)) await run(wine, ['wineboot', '-i'], { env: all });
  const log = join(folder, `log-${Date.now()}`);
  const out = openSync(log, 'a');
  const child = spawn(wine, [program, ...args], { env: all, stdio: ['ignore', out, out] });
  return watchProcess(program, child, () => readFileSync(log, 'utf8'));
};

/** A local path in the form Windows programs use. */
export const toWindowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;
