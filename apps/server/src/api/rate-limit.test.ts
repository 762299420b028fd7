import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

const LIMIT = { max: 5, windowS: 60, by: 'member' } as const;

const countAdmitted = (
  limiter: RateLimiter,
  limit: Parameters<RateLimiter['consume']>[1],
): number =>
  Array.from({ length: 10 }, () => limiter.consume('a', limit)).filter((wait) => wait === 0).length;

it('admits the whole limit when this server is the only one', () => {
  expect(countAdmitted(new RateLimiter(() => 0), LIMIT)).toBe(5);
});

it('admits its part of a limit that servers share, rounded up', () => {
  expect(
    countAdmitted(
      new RateLimiter(
        () => 0,
        () => 2,
      ),
      LIMIT,
    ),
  ).toBe(3);
  expect(
    countAdmitted(
      new RateLimiter(
        () => 0,
        () => 9,
      ),
      LIMIT,
    ),
  ).toBe(1);
});

it('leaves limits that the database counts undivided', () => {
  expect(
    countAdmitted(
      new RateLimiter(
        () => 0,
        () => 2,
      ),
      { ...LIMIT, isDurable: true },
    ),
  ).toBe(5);
});

it('follows the number of servers', () => {
  let servers = 2;
  const limiter = new RateLimiter(
    () => 0,
    () => servers,
  );
  expect(countAdmitted(limiter, LIMIT)).toBe(3);
  servers = 1;
  expect(countAdmitted(limiter, LIMIT)).toBe(2);
});
