import { readFileSync } from 'node:fs';

const getStatus = (pid: number, field: string): number => {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  const kb = /(\d+) kB$/.exec(lines.find((line) => line.startsWith(`${field}:`)) ?? '')?.[1];
  if (kb === undefined) throw new Error(`process ${pid} tells no ${field}`);
  return Number(kb);
};

/** Resident memory of a process, kB (1,024 bytes), from the kernel; Linux only. */
export const getResidentMemory = (pid: number): number => getStatus(pid, 'VmRSS');

/** Anonymous memory: only the end of the process releases it. */
export const getOwnMemory = (pid: number): number => getStatus(pid, 'RssAnon');
