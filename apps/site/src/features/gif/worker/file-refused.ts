import type { Refusal } from './messages.ts';

/** Thrown when a file is refused, with the reason. */
export class FileRefused extends Error {
  readonly why: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'Refused';
    this.why = refusal;
  }
}
