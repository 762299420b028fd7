/** Error codes; the page supplies the message. */
export type GifErrorCode =
  /** The file does not start with a GIF signature. */
  | 'notGif'
  /** Width × height, or that × frames, exceeds the limits. */
  | 'tooLarge'
  | 'tooManyFrames'
  /** The file ends inside a frame or before the first one. */
  | 'truncated'
  /** Invalid data: an unknown block, a code outside the table, a frame without a palette. */
  | 'broken'
  /** A complete file without frames. */
  | 'noFrames'
  /** An added frame has a different size than the animation. */
  | 'frameSize'
  /** An option is out of range; `facts.option` names it. */
  | 'badOption'
  /** No allowed combination is small enough. */
  | 'cannotFit';

export interface GifFacts {
  /** Index of the affected frame, from 0. */
  readonly frame?: number;
  /** Position in the file, bytes. */
  readonly offset?: number;
  readonly width?: number;
  readonly height?: number;
  readonly limit?: number;
  readonly option?: string;
  /** Smallest size reached, bytes. */
  readonly smallest?: number;
}

export class GifError extends Error {
  readonly code: GifErrorCode;
  readonly facts: GifFacts;

  constructor(code: GifErrorCode, facts: GifFacts = {}) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.name = 'GifError';
    this.code = code;
    this.facts = facts;
  }
}
