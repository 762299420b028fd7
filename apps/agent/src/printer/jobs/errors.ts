import { UnreachableError } from '../../errors.ts';

/**
 * A question or a job was sent, or a part of it, and no answer came that could be read: it may have been carried out.
 */
export class LostAnswerError extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`没有好好应答${why ? `（${why}）` : ''}`);
    this.name = 'LostAnswerError';
    this.why = why;
  }
}

/** There was no answer: none can be told from no printer, or from one that is busy. */
export type Silence = UnreachableError | LostAnswerError;
export const isSilence = (error: unknown): error is Silence =>
  error instanceof UnreachableError || error instanceof LostAnswerError;
