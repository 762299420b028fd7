import { expect, it } from 'vitest';
import { createRetryPolicy } from './retry-policy.ts';

const DAY_MS = 86_400_000;

/** Counts the queries that the policy allows within `ms`. */
const countQuestions = (known: boolean, work: boolean, ms: number): number => {
  const manners = createRetryPolicy(known);
  let asked = 0;
  for (let now = 0; now < ms; now += 100) {
    if (!manners.canAsk(now, work)) continue;
    asked += 1;
    manners.recordQuestion(now);
  }
  return asked;
};

it('asks a printer that never answered a bounded few times, and twice without work', () => {
  expect(countQuestions(false, false, DAY_MS)).toBe(2);
  expect(countQuestions(false, true, DAY_MS)).toBe(8);
  expect(createRetryPolicy(false).hasGivenUp(false)).toBe(false);
});

it('asks one that has answered ever more rarely, and more often while a label waits', () => {
  expect(countQuestions(true, true, 60_000)).toBeLessThan(10);
  expect(countQuestions(true, false, 600_000)).toBeLessThan(20);
});

it('starts over with every answer', () => {
  const manners = createRetryPolicy(false);
  for (let now = 0; now < DAY_MS; now += 1000)
    if (manners.canAsk(now, true)) manners.recordQuestion(now);
  expect(manners.hasGivenUp(true)).toBe(true);
  manners.recordAnswer();
  expect(manners.hasGivenUp(true)).toBe(false);
  expect(manners.canAsk(DAY_MS, false)).toBe(true);
});

it('asks again at once what has answered before and ended the connection, and no stranger', () => {
  for (const known of [true, false]) {
    const manners = createRetryPolicy(known);
    manners.recordQuestion(0);
    expect(manners.recordLoss(0, 100)).toBe(true);
    expect(manners.canAsk(200, false)).toBe(known);
  }
});

it('takes what is neither soon nor late for what it was the last time', () => {
  const manners = createRetryPolicy(true);
  expect(manners.isHeldByPrinter(0, 1900)).toBe(true);
  expect(manners.recordLoss(0, 1900)).toBe(false);
  expect(manners.recordLoss(0, 300)).toBe(true);
  expect(manners.isHeldByPrinter(0, 2100)).toBe(false);
  expect(manners.recordLoss(0, 2100)).toBe(true);
  expect(manners.isHeldByPrinter(0, 5000)).toBe(true);
  expect(manners.recordLoss(0, 5000)).toBe(false);
  expect(manners.recordLoss(0, 2100)).toBe(false);
  expect(manners.recordLoss(0, 300)).toBe(true);
  manners.recordAnswer();
  expect(manners.recordLoss(0, 2100)).toBe(false);
});

it('takes what held the connection for seconds for silent, however lately it was asked', () => {
  const silent = createRetryPolicy(true);
  silent.recordQuestion(0);
  silent.recordQuestion(2000);
  expect(silent.recordLoss(0, 2500)).toBe(false);
  expect(silent.canAsk(5000, true)).toBe(false);
});
