import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askQuestions, isAnswered, type Question } from './support/search-questions.ts';

const QUESTIONS = new URL('../fixtures/questions/search.json', import.meta.url);
/** Share of the questions whose page is among the first three. */
const MIN_SHARE = 0.95;

it('leads from questions as people ask them to the right page', async () => {
  const questions = JSON.parse(readFileSync(QUESTIONS, 'utf8')) as Question[];
  const answers = await askQuestions(questions);
  expect(answers.filter(({ isAnswerable }) => !isAnswerable)).toEqual([]);
  const missed = answers.filter((answer) => !isAnswered(answer)).map(({ q }) => q);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((1 - MIN_SHARE) * answers.length);
});
