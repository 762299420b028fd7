import { existsSync } from 'node:fs';
import { getProgramPaths } from './folder.ts';
import { HEAP_FLAGS, IS_PROGRAM } from '../self.ts';
import type { Launch } from './startup/startup-method.ts';

/**
 * Returns how to start the print client of this home: the installed program, or the running one.
 */
export const getClientLaunchCommand = (home: string): Launch => {
  if (!IS_PROGRAM)
    return {
      file: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...HEAP_FLAGS, process.argv[1] ?? ''],
    };
  const { current } = getProgramPaths(home);
  return { file: existsSync(current) ? current : process.execPath, args: [] };
};
