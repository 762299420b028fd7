import { expect, it } from 'vitest';
import { getMonotonicMs } from './session.ts';
import { shouldWithdrawLabel } from './start-label.ts';

it.each([
  { mayStart: null, ageMs: 60_000, owed: false, overdue: false },
  { mayStart: false, ageMs: 0, owed: true, overdue: true },
  { mayStart: true, ageMs: 500, owed: false, overdue: false },
  { mayStart: true, ageMs: 1500, owed: false, overdue: true },
  // Not overdue while a query is open: with slow answers, each label would be returned and leased
  // again forever.
  { mayStart: true, ageMs: 1500, owed: true, overdue: false },
  { mayStart: true, ageMs: 16_000, owed: true, overdue: true },
])('takes back a label that does not begin: %o', ({ mayStart, ageMs, owed, overdue }) => {
  const next = { mayStart, decidedAt: getMonotonicMs() - ageMs };
  expect(
    shouldWithdrawLabel({ pendingLabel: next, machine: { hasOpenQuestion: () => owed } }),
  ).toBe(overdue);
});
