/** What can be wrong, as a code: the page makes the sentence. */
export type GifErrorCode =
  /** Does not begin as a GIF does. */
  | 'notGif'
  /** Width × height, or that × frames, is over what the caller allows. */
  | 'tooLarge'
  | 'tooManyFrames'
  /** The file ends inside a frame or before the first. */
  | 'truncated'
  /** Bytes that mean nothing: an unknown block, a code outside the table, a frame without a palette. */
  | 'broken'
  /** A whole file without one picture. */
  | 'noFrames'
  /** A picture handed in has another size than the animation. */
  | 'frameSize'
  /** An option outside its range; `facts.option` names it. */
  | 'badOption'
  /** Nothing that may be tried is small enough. */
  | 'cannotFit';

export interface GifFacts {
  /** The frame it happened in, from 0. */
  readonly frame?: number;
  /** Where in the file, in bytes. */
  readonly offset?: number;
  readonly width?: number;
  readonly height?: number;
  readonly limit?: number;
  readonly option?: string;
  /** The smallest that was reached, in bytes. */
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
