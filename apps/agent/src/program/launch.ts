import { existsSync } from 'node:fs';
import { folderOf } from './folder.ts';
import { HEAP_FLAGS, IS_PROGRAM } from '../self.ts';
import type { Launch } from './startup/way.ts';

/** How the print client of this home is started: what is installed there, or else what runs now. */
export const launchOf = (home: string): Launch => {
  if (!IS_PROGRAM)
    return {
      file: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...HEAP_FLAGS, process.argv[1] ?? ''],
    };
  const { current } = folderOf(home);
  return { file: existsSync(current) ? current : process.execPath, args: [] };
};
