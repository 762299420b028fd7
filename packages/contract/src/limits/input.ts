/** Input limits of a call, checked before expensive work. */
export type InputLimits = {
  /** Bytes of the body. A Chinese character takes nine bytes in a form. */
  bytes: number;
  /** Fields of a form or query; for JSON, all values including lists and objects. */
  items: number;
  /** Maximum nesting of objects and lists. */
  depth: number;
};

/** Bounds of a number or a length. */
export type { Range } from '@yunbiao/label';

/**
 * Default limits of a call. Queries cannot exceed them either: the server accepts 16 KB of headers.
 */
export const INPUT_LIMITS: InputLimits = { bytes: 20_000, items: 200, depth: 6 };

/** Body bytes of calls that take Markdown: ten thousand Chinese characters, nine bytes each in a form. */
export const TEXT_BYTES = 100_000;

/** Maximum list entries in one answer. */
export const MAX_PAGE_SIZE = 100;
/** Alias of a software in URLs. */
export const ALIAS_LENGTH = 64;
/** Batch number. */
export const BATCH_NO_LENGTH = 64;
/** Maximum length of a search query, in the search and in lists. */
export const QUERY_LENGTH = 100;
