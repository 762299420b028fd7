import { expect, it } from 'vitest';
import { checkName } from './names.mjs';

it.each([
  ['keyOf', true, true],
  ['base64Of', true, true],
  ['getKey', true, false],
  ['lastIndexOf', true, false],
  ['FilmOf', true, false],
  ['proof', true, false],
  ['keyOf', false, false],
  ['MOST_ROWS', false, true],
  ['LEAST_SIDE_MM', false, true],
  ['MAX_ROWS', false, false],
  ['told', true, true],
  ['within', true, true],
  ['tell', true, false],
  ['told', false, false],
])('%s, a function: %s, is refused: %s', (name, isFunction, isRefused) => {
  expect(checkName({ name, isFunction }) !== null).toBe(isRefused);
});

it('lets tests name a function by a participle', () => {
  expect(checkName({ name: 'told', isFunction: true, isStrict: false })).toBeNull();
});
