import { LabelError } from '../errors.ts';

/** `message` is Chinese and names the application identifier. */
export function refuse(message: string): never {
  throw new LabelError('code-not-encodable', message);
}
