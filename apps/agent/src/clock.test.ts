import { expect, it } from 'vitest';
import { createServerClock } from './clock.ts';

it('goes by what the server said and by the time since, whatever this machine says it is', () => {
  let steady = 5000;
  const clock = createServerClock(() => steady);
  const told = Date.UTC(2026, 10, 21);
  clock.learn(told);
  steady += 90_000;
  expect(clock.now()).toBe(told + 90_000);
  // Said again: the server's clock was set back.
  clock.learn(told);
  expect(clock.now()).toBe(told);
});

it('runs on with the machine, from the time since it was started', () => {
  const clock = createServerClock();
  clock.learn(0);
  expect(clock.now()).toBeGreaterThanOrEqual(0);
  expect(clock.now()).toBeLessThan(60_000);
});
