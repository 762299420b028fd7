export type LabelErrorCode =
  | 'bad-template'
  | 'bad-font'
  | 'bad-media'
  | 'bad-image'
  | 'label-too-large'
  | 'code-not-encodable';

/** The label cannot be drawn at all. `message` is Chinese and may be shown to the member. */
export class LabelError extends Error {
  readonly code: LabelErrorCode;

  constructor(code: LabelErrorCode, message: string) {
    super(message);
    this.name = 'LabelError';
    this.code = code;
  }
}
