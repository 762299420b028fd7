import { CHEMICAL } from './chemical.ts';
import { DATE } from './date.ts';
import type { FunctionDefinition } from './definition.ts';
import { LOGIC } from './logic.ts';
import { NUMBER } from './number.ts';
import { TEXT } from './text.ts';

/** All functions, in the order of the documentation. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  ...LOGIC,
  ...TEXT,
  ...CHEMICAL,
  ...NUMBER,
  ...DATE,
];

const BY_NAME = new Map(
  FUNCTIONS.flatMap((definition) => [
    [definition.name, definition],
    [definition.english, definition],
  ]),
);

/** Finds a function by its Chinese name, or by its English name in any case. */
export const findFormulaFunction = (name: string): FunctionDefinition | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.toUpperCase());
