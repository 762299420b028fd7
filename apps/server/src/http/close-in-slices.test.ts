import { expect, it } from 'vitest';
import { closeInSlices } from './close-in-slices.ts';

it('closes every connection in order, and lets other work run between slices', async () => {
  const closed: number[] = [];
  const delays: number[] = [];
  const closing = closeInSlices(
    Array.from({ length: 250 }, (_, n) => n),
    (n, delayMs) => {
      closed.push(n);
      delays.push(delayMs);
    },
  );
  expect(closed).toHaveLength(100);
  await closing;
  expect(closed).toEqual(Array.from({ length: 250 }, (_, n) => n));
  // Spread over the time that as many connections need.
  expect(Math.max(...delays)).toBeLessThanOrEqual(500);
  expect(new Set(delays).size).toBeGreaterThan(50);
});
