/**
 * The formula is invalid, or cannot be evaluated for this label. `message` is Chinese and may be
 * shown to the member; `at` is the position in the formula, in UTF-16 units from 0, when known.
 */
export class ExpressionError extends Error {
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.at = at;
  }
}
