import { expect, it } from 'vitest';
import { CHOICES } from './choices.ts';
import { CODES } from './codes/codes.ts';
import { CODE_NAMES, type HandbookName, isSymbologyName } from './names.ts';

it('leads to every code from a need, at once or by what is similar', () => {
  const reached = new Set<HandbookName>(CHOICES.flatMap(({ names }) => names));
  // The loop also visits elements that it adds to the set.
  for (const name of reached)
    if (isSymbologyName(name)) for (const other of CODES[name].similar) reached.add(other);
  expect(CODE_NAMES.filter((name) => !reached.has(name))).toEqual([]);
});
