import { expect, it } from 'vitest';
import { findPrivateWord } from './comments.mjs';

it.each([
  ['Null: whoever brought them had had the most of a year', 'whoever'],
  ['Progress is told so often, ms', 'so often'],
  ['Null when the inviter reached the yearly limit', null],
  ['Interval between progress events, ms', null],
])('%s', (comment, word) => {
  expect(findPrivateWord(comment)).toBe(word);
});
