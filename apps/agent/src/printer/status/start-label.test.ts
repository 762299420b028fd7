import { expect, it } from 'vitest';
import { ticks } from './session.ts';
import { isOverdue } from './start-label.ts';

it.each([
  { mayBegin: null, ageMs: 60_000, owed: false, overdue: false },
  { mayBegin: false, ageMs: 0, owed: true, overdue: true },
  { mayBegin: true, ageMs: 500, owed: false, overdue: false },
  { mayBegin: true, ageMs: 1500, owed: false, overdue: true },
  // Over a line whose answers take as long, each label would go back and come again for ever.
  { mayBegin: true, ageMs: 1500, owed: true, overdue: false },
  { mayBegin: true, ageMs: 16_000, owed: true, overdue: true },
])('takes back a label that does not begin: %o', ({ mayBegin, ageMs, owed, overdue }) => {
  const next = { mayBegin, saidAt: ticks() - ageMs };
  expect(isOverdue({ next, machine: { isOwed: () => owed } })).toBe(overdue);
});
