import type { Generated } from 'kysely';

/**
 * A searchable document: one row per question, article or download. `id` is the source's id × 4 +
 * its kind, so a higher id is newer within a kind.
 */
export type SearchDocTable = {
  id: Generated<number>;
  software_id: number;
  /** 0 question, 1 article, 2 update log, 3 download. */
  kind: number;
  title: string;
  solved: number;
  /** 1: staff have answered it. */
  official: number;
  at: number;
};

/**
 * Plain text for excerpts, exactly as indexed. A separate table, so that ranking reads narrow rows.
 */
export type SearchTextTable = { id: Generated<number>; text: string };

/** A Latin word or model name that occurs in a software; for prefix search and typo correction. */
export type SearchWordTable = {
  id: Generated<number>;
  software_id: number;
  word: string;
  /** First letter and length, e.g. `c6`: groups words that may differ only by a typo. */
  shape: string;
};
