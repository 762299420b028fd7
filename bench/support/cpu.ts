import { readFileSync, readdirSync } from 'node:fs';

/**
 * CPU time of a process and all its live threads, in ns, from the kernel's scheduler; Linux only.
 * More precise than /proc/{pid}/stat, which counts ticks of 10 ms.
 */
export const getCpuTime = (pid: number): number => {
  const tasks = `/proc/${pid}/task`;
  let total = 0;
  for (const task of readdirSync(tasks)) {
    try {
      total += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread ended between the two reads.
    }
  }
  return total;
};

/** CPU time of the process while `work` runs, in µs per request of `count` requests. */
export const cpuPerRequest = async (
  pid: number,
  count: number,
  work: () => Promise<unknown>,
): Promise<number> => {
  const before = getCpuTime(pid);
  await work();
  return (getCpuTime(pid) - before) / 1_000 / count;
};
