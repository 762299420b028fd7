import type { Checked } from '@yunbiao/contract';
import { createInvalidInputError } from './errors.ts';

/** Parses the input by a schema. @throws 400 with one message per field */
export const requireValidInput = <T>(validation: Checked<T>): T => {
  if ('fields' in validation) throw createInvalidInputError(validation.fields);
  return validation.data;
};
