import type { Checked } from '@yunbiao/contract';
import { invalid } from './errors.ts';

/** @throws 400 with a message a field */
export const valid = <T>(checked: Checked<T>): T => {
  if ('fields' in checked) throw invalid(checked.fields);
  return checked.data;
};
