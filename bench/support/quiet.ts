import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 500;
const IDLE = 0.7;

const readTicks = (): { idle: number; all: number } =>
  cpus().reduce(
    ({ idle, all }, { times }) => ({
      idle: idle + times.idle,
      all: all + times.idle + times.user + times.sys + times.nice + times.irq,
    }),
    { idle: 0, all: 0 },
  );

/**
 * Waits until most of the machine is idle, so that other processes do not distort a figure; gives
 * up after `limitMs`.
 */
export const whenQuiet = async (limitMs = 30_000): Promise<void> => {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    const before = readTicks();
    await sleep(WINDOW_MS);
    const after = readTicks();
    if ((after.idle - before.idle) / (after.all - before.all) >= IDLE) return;
  }
};
