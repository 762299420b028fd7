import { expect, it } from 'vitest';
import { createManners } from './manners.ts';

const DAY_MS = 86_400_000;

/** Asks whenever it may, for `ms`. */
const questions = (known: boolean, work: boolean, ms: number): number => {
  const manners = createManners(known);
  let asked = 0;
  for (let now = 0; now < ms; now += 100) {
    if (!manners.mayAsk(now, work)) continue;
    asked += 1;
    manners.asked(now);
  }
  return asked;
};

it('asks a printer that never answered a bounded few times, and twice without work', () => {
  expect(questions(false, false, DAY_MS)).toBe(2);
  expect(questions(false, true, DAY_MS)).toBe(8);
  expect(createManners(false).gaveUp(false)).toBe(false);
});

it('asks one that has answered ever more rarely, and more often while a label waits', () => {
  expect(questions(true, true, 60_000)).toBeLessThan(10);
  expect(questions(true, false, 600_000)).toBeLessThan(20);
});

it('starts anew with every answer', () => {
  const manners = createManners(false);
  for (let now = 0; now < DAY_MS; now += 1000) if (manners.mayAsk(now, true)) manners.asked(now);
  expect(manners.gaveUp(true)).toBe(true);
  manners.answered();
  expect(manners.gaveUp(true)).toBe(false);
  expect(manners.mayAsk(DAY_MS, false)).toBe(true);
});

it('asks again at once what has answered before and ended the connection, and no stranger', () => {
  for (const known of [true, false]) {
    const manners = createManners(known);
    manners.asked(0);
    expect(manners.lost(0, 100)).toBe(true);
    expect(manners.mayAsk(200, false)).toBe(known);
  }
});

it('takes what is neither soon nor late for what it was the last time', () => {
  const manners = createManners(true);
  expect(manners.isHeld(0, 1900)).toBe(true);
  expect(manners.lost(0, 1900)).toBe(false);
  expect(manners.lost(0, 300)).toBe(true);
  expect(manners.isHeld(0, 2100)).toBe(false);
  expect(manners.lost(0, 2100)).toBe(true);
  expect(manners.isHeld(0, 5000)).toBe(true);
  expect(manners.lost(0, 5000)).toBe(false);
  expect(manners.lost(0, 2100)).toBe(false);
  expect(manners.lost(0, 300)).toBe(true);
  manners.answered();
  expect(manners.lost(0, 2100)).toBe(false);
});

it('takes what held the connection for seconds for silent, however lately it was asked', () => {
  const silent = createManners(true);
  silent.asked(0);
  silent.asked(2000);
  expect(silent.lost(0, 2500)).toBe(false);
  expect(silent.mayAsk(5000, true)).toBe(false);
});
