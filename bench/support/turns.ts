import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its program: says on SIGUSR2 how long, in CPU ms, the event loop was busy at a stretch
 * since it was last asked. CPU, not time: what the machine does besides is not in it.
 */
const EVERY_MS = 2;

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

if (isMainThread) {
  let last = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, EVERY_MS).unref();
  process.on('SIGUSR2', () => {
    process.stdout.write(`longest turn ${longest.toFixed(0)};\n`);
    longest = 0;
  });
}
