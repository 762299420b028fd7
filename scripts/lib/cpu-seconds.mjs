import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on every current Linux. */
const TICKS_PER_SECOND = 100;
const PARENT = 1;
/** Indexes of utime, stime, cutime and cstime after the name in brackets (proc(5)). */
const TIMES = [11, 12, 13, 14];

const readFields = (process) => {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number);
  } catch {
    // It has ended.
    return null;
  }
};

const sumSeconds = (fields) =>
  TIMES.reduce((sum, index) => sum + (fields[index] ?? 0), 0) / TICKS_PER_SECOND;

/** CPU time of this process and the children it has waited for, s; null without /proc. */
export const readCpuSeconds = () => {
  const fields = process.platform === 'linux' ? readFields('self') : null;
  return fields && sumSeconds(fields);
};

/** Same as {@link readCpuSeconds}, including running descendants such as a browser, s; null without /proc. */
export const readTreeCpuSeconds = () => {
  if (process.platform !== 'linux') return null;
  const fields = new Map();
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) ? readFields(name) : null;
    if (read) fields.set(Number(name), read);
  }
  const isBelow = (pid) => {
    for (let at = pid; at; at = fields.get(at)?.[PARENT]) if (at === process.pid) return true;
    return false;
  };
  return [...fields].reduce((sum, [pid, read]) => sum + (isBelow(pid) ? sumSeconds(read) : 0), 0);
};

const CALIBRATION_STEPS = 250_000_000;

/** Seconds of CPU of a fixed hash loop: it makes the figures of two machines comparable. */
export const measureCalibration = () => {
  const start = process.cpuUsage();
  let hash = 0;
  for (let step = 0; step < CALIBRATION_STEPS; step += 1)
    hash = Math.imul(hash ^ (step & 0xff), 0x01000193);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};
