import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a server. On SIGUSR2 it reports the longest event loop block, in CPU ms, since the
 * last report. CPU time excludes other load of the machine.
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
