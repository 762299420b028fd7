/** The most a call takes in. Looked at before the work is spent that the input asks for. */
export type InputLimits = {
  /** Of a body, on the wire: a Chinese character takes nine in a form. */
  bytes: number;
  /** Fields of a form or a query; values of a JSON text, lists and objects among them. */
  items: number;
  /** Objects and lists within each other. */
  depth: number;
};

/** Bounds of a number or a length. */
export type { Range } from '@yunbiao/label';

/** Of a call that says nothing else. No query is longer either: the server takes 16 KB of headers. */
export const INPUT_LIMITS: InputLimits = { bytes: 20_000, items: 200, depth: 6 };

/** For calls that take a text of Markdown: {@link INPUT_LIMITS} with room for ten thousand characters. */
export const TEXT_BYTES = 100_000;

/** Most entries of a list that a call gives at once. */
export const MAX_PAGE_SIZE = 100;
/** Of a software, in addresses. */
export const ALIAS_LENGTH = 64;
/** Of a batch. */
export const BATCH_NO_LENGTH = 64;
/** Longest text looked for, in the search and in lists. */
export const QUERY_LENGTH = 100;
