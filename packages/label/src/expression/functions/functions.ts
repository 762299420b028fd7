import { DATE } from './date.ts';
import type { FunctionDefinition } from './definition.ts';
import { LOGIC } from './logic.ts';
import { NUMBER } from './number.ts';
import { TEXT } from './text.ts';

/** Everything a formula can call, in the order the documents list it. */
export const FUNCTIONS: readonly FunctionDefinition[] = [...LOGIC, ...TEXT, ...NUMBER, ...DATE];

const BY_NAME = new Map(
  FUNCTIONS.flatMap((one) => [
    [one.name, one],
    [one.english, one],
  ]),
);

/** By its Chinese name, or its English one in any case. */
export const functionNamed = (name: string): FunctionDefinition | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.toUpperCase());
