/** The most a call takes in. Looked at before the work is spent that the input asks for. */
export type InputLimits = {
  /** Of a body, on the wire: a Chinese character takes nine in a form. */
  bytes: number;
  /** Fields of a form or a query; values of a JSON text, lists and objects among them. */
  items: number;
  /** Objects and lists within each other. */
  depth: number;
};

/** Of a call that says nothing else. No query is longer either: the server takes 16 KB of headers. */
export const INPUT_LIMITS: InputLimits = { bytes: 20_000, items: 200, depth: 6 };

/** For calls that take a text of Markdown: {@link INPUT_LIMITS} with room for ten thousand characters. */
export const TEXT_BYTES = 100_000;

/** Rows of one submission; its labels are no more. */
export const MAX_ROWS = 10_000;
/** Values of all its rows. */
export const MAX_CELLS = 300_000;
/** One row, as JSON: far more than any label shows. */
export const ROW_LIMITS: InputLimits = { bytes: 256_000, items: 100, depth: 2 };
/** Ten thousand rows of two dozen values each, in a form. */
export const ROWS_BYTES = 24_000_000;
