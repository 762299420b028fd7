import type { Generated } from 'kysely';

/**
 * What can be found, one row a question, article or download. `id` is the source's id × 4 + its kind, so that within a
 * kind a higher id is newer.
 */
export type SearchDocTable = {
  id: Generated<number>;
  software_id: number;
  /** 0 question, 1 article, 2 update log, 3 download. */
  kind: number;
  title: string;
  solved: number;
  /** Staff have answered it. */
  official: number;
  at: number;
};

/** The plain text excerpts are cut from: exactly what is indexed. Apart, so that ranking reads narrow rows. */
export type SearchTextTable = { id: Generated<number>; text: string };

/** A Latin word or model name that occurs somewhere in a software; for prefixes and typos. */
export type SearchWordTable = {
  id: Generated<number>;
  software_id: number;
  word: string;
  /** First letter and length, `c6`: words that may be the same but for a typo lie close together. */
  shape: string;
};
