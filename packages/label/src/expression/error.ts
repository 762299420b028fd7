/**
 * A formula that is not one, or that cannot be worked out for this label. `message` is Chinese and may be shown to the
 * member; `at` is where in the formula's text, in UTF-16 units from 0, when that is known.
 */
export class ExpressionError extends Error {
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.at = at;
  }
}
