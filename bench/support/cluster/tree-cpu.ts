import { readFileSync } from 'node:fs';

/** Linux's unit of CPU time in /proc, ms. */
const TICK_MS = 10;

const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .flatMap((child) => (child === '' ? [] : [Number(child)]));

/**
 * CPU time of a process, its children that ended and those that live, ms; Linux only. Precise to
 * 10 ms a process.
 */
export const getTreeCpu = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // utime, stime, cutime and cstime, behind the name in parentheses.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    const own = ticks.reduce((sum, count) => sum + Number(count) * TICK_MS, 0);
    return listChildren(pid).reduce((sum, child) => sum + getTreeCpu(child), own);
  } catch {
    // The process ended between the two reads.
    return 0;
  }
};
