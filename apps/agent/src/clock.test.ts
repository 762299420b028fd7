import { expect, it } from 'vitest';
import { createServerClock, createBootClock } from './clock.ts';

it('goes by what the server said and by the time since, whatever this machine says it is', () => {
  let steady = 5000;
  const clock = createServerClock(() => steady);
  const told = Date.UTC(2026, 10, 21);
  clock.synchronize(told);
  steady += 90_000;
  expect(clock.now()).toBe(told + 90_000);
  // The server sends the same time again: its clock was set back.
  clock.synchronize(told);
  expect(clock.now()).toBe(told);
});

it('runs on with the machine, from the time since it was started', () => {
  const clock = createServerClock();
  clock.synchronize(0);
  expect(clock.now()).toBeGreaterThanOrEqual(0);
  expect(clock.now()).toBeLessThan(60_000);
});

it('asks for the time since boot once a second, and at once when the machine has slept', () => {
  const clocks = { boot: 70_000, steady: 1000, wall: 5_000_000 };
  const pass = (ms: number, ...which: (keyof typeof clocks)[]): void =>
    which.forEach((item) => (clocks[item] += ms));
  let asked = 0;
  const now = createBootClock({
    getBootMs: () => {
      asked += 1;
      return clocks.boot;
    },
    getSteadyMs: () => clocks.steady,
    getWallMs: () => clocks.wall,
  });
  for (let i = 0; i < 9; i += 1) {
    pass(100, 'boot', 'steady', 'wall');
    expect(now()).toBe(clocks.boot);
  }
  expect(asked).toBe(1);
  // The machine sleeps for an hour.
  pass(3_600_000, 'boot', 'wall');
  expect(now()).toBe(clocks.boot);
  expect(asked).toBe(2);
  // The wall clock is set back a day: no time has passed.
  pass(-86_400_000, 'wall');
  expect(now()).toBe(clocks.boot);
  pass(1100, 'boot', 'steady', 'wall');
  expect(now()).toBe(clocks.boot);
  expect(asked).toBe(4);
});
