import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { measureCalibration, readCpuSeconds, readTreeCpuSeconds } from './cpu-seconds.mjs';

const BURN =
  'const end = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < end); console.log(1);';

it('counts children that still run in the tree alone, and those that ended in both', async (ctx) => {
  if (readCpuSeconds() === null) ctx.skip('/proc：没有找到');
  const [own, tree] = [readCpuSeconds(), readTreeCpuSeconds()];
  const child = spawn(process.execPath, ['-e', `${BURN} setInterval(() => undefined, 1000);`]);
  await once(child.stdout, 'data');
  const atWork = readCpuSeconds() - own;
  expect(readTreeCpuSeconds() - tree).toBeGreaterThanOrEqual(atWork + 0.1);
  const left = once(child, 'exit');
  child.kill();
  await left;
  expect(readCpuSeconds() - own).toBeGreaterThanOrEqual(0.1);
  expect(readTreeCpuSeconds() - tree).toBeGreaterThanOrEqual(0.1);
});

it('measures the calibration as work of this process', (ctx) => {
  const before = readCpuSeconds();
  if (before === null) ctx.skip('/proc：没有找到');
  const seconds = measureCalibration();
  expect(seconds).toBeGreaterThan(0);
  expect(readCpuSeconds() - before).toBeGreaterThan(seconds / 2);
});
