import { readFileSync } from 'node:fs';

/** Resident memory of a process, kB (1,024 bytes), from the kernel; Linux only. */
export const residentOf = (pid: number): number => {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kb === undefined) throw new Error(`process ${pid} tells no resident memory`);
  return Number(kb);
};
