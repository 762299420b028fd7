import type { Refusal } from './messages.ts';

/** A file that is not taken, and why. */
export class Refused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(why.code);
    this.name = 'Refused';
    this.why = why;
  }
}
