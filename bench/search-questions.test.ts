import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  askQuestions,
  isAnswered,
  type Question,
} from './support/search-questions.ts';

const QUESTIONS = new URL('../fixtures/questions/search.json', import.meta.url);
/** Share of the questions whose page is among the first three. */
const MIN_SHARE = 0.95;

describe('questions as people ask them', () => {
  let answers: readonly Answer[];
  beforeAll(async () => {
    answers = await askQuestions(JSON.parse(readFileSync(QUESTIONS, 'utf8')) as Question[]);
  });

  it('are all about pages that exist', () => {
    expect(answers.filter(({ isAnswerable }) => !isAnswerable)).toEqual([]);
  });

  it.each([
    ['all of them', () => answers],
    // Words that are listed with a page prove only that they were written down.
    ['those in words that no page lists', () => answers.filter(({ isListed }) => !isListed)],
  ])('lead to the right page: %s', (_, list) => {
    const asked = list();
    expect(asked.length).toBeGreaterThan(0);
    const missed = asked.filter((answer) => !isAnswered(answer)).map(({ q }) => q);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((1 - MIN_SHARE) * asked.length);
  });
});
