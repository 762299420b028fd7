import { existsSync } from 'node:fs';
import { getFolder } from './folder.ts';
import { HEAP_FLAGS, IS_PROGRAM } from '../self.ts';
import type { Launch } from './startup/way.ts';

/** How the print client of this home is started: what is installed there, or else what runs now. */
export const getLaunch = (home: string): Launch => {
  if (!IS_PROGRAM)
    return {
      file: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...HEAP_FLAGS, process.argv[1] ?? ''],
    };
  const { current } = getFolder(home);
  return { file: existsSync(current) ? current : process.execPath, args: [] };
};
