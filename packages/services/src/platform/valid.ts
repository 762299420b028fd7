import type { Checked } from '@yunbiao/contract';
import { createInvalidInputError } from './errors.ts';

/** @throws 400 with one message per field */
export const requireValidInput = <T>(checked: Checked<T>): T => {
  if ('fields' in checked) throw createInvalidInputError(checked.fields);
  return checked.data;
};
