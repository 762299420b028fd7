import { UnreachableError } from '../../errors.ts';

/**
 * A query or job was sent at least in part, and no readable answer arrived. It may have been
 * executed.
 */
export class LostAnswerError extends Error {
  readonly why: string;

  constructor(reason: string) {
    super(`没有好好应答${reason ? `（${reason}）` : ''}`);
    this.name = 'LostAnswerError';
    this.why = reason;
  }
}

/** No answer: the printer may be absent or busy. */
export type NoAnswerError = UnreachableError | LostAnswerError;
export const isNoAnswerError = (error: unknown): error is NoAnswerError =>
  error instanceof UnreachableError || error instanceof LostAnswerError;
