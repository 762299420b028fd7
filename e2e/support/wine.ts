import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { type Started, watched } from './process.ts';

const run = promisify(execFile);

/** Debian puts the one for 64 bits aside. */
const WINE = ['/usr/lib/wine/wine64'].find((path) => existsSync(path)) ?? findProgram('wine');
/** Why nothing of Windows can be tried; '' when it can. */
export const noWine = WINE === null ? 'wine：没有找到' : '';

const QUIET = {
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
  // Wine 8 calls itself an older Windows than Node wants.
  NODE_SKIP_PLATFORM_CHECK: '1',
};

/**
 * Starts a program of Windows. Its printers are the queues CUPS has when the prefix is made, which is in `folder`. What it
 * writes goes into a file there: of pipes Node hears an error.
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
  return watched(program, child, () => readFileSync(log, 'utf8'));
};

/** A path of this machine as programs of Windows name it. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;
