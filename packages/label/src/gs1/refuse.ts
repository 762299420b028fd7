import { LabelError } from '../errors.ts';

/** `message` is Chinese and names the application identifier. */
export function throwGs1Error(message: string): never {
  throw new LabelError('code-not-encodable', message);
}
