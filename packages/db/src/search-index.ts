import { sql } from 'kysely';
import { getDialect } from './database.ts';
import type { Executor, Tx } from './transaction.ts';

/**
 * Search condition: one token, all, or any of several. Tokens contain only letters, digits and the
 * characters `·`, `¶` and `§`, so they cannot be query syntax in either engine.
 */
export type SearchMatch =
  | string
  | { all: readonly SearchMatch[] }
  | { any: readonly SearchMatch[] };

export type FoundDoc = {
  id: number;
  kind: number;
  title: string;
  solved: number;
  official: number;
  at: number;
};

const TOKEN = /^[\p{L}\p{N}\p{M}·¶§]+$/u;

type Words = { quote: string; before: string; all: string; any: string };

const quoteToken = (token: string, { quote, before }: Words): string => {
  if (!TOKEN.test(token)) throw new TypeError(`not a search token: ${JSON.stringify(token)}`);
  return quote + before + token + quote;
};

/** Formats a match as an FTS5 query or a `tsquery`. */
const formatSearchMatch = (match: SearchMatch, words: Words): string => {
  if (typeof match === 'string') return quoteToken(match, words);
  const [parts, joint] = 'all' in match ? [match.all, words.all] : [match.any, words.any];
  if (parts.length === 0) throw new TypeError('a search match names no token');
  return `(${parts.map((part) => formatSearchMatch(part, words)).join(joint)})`;
};

const toSqliteMatch = (match: SearchMatch): string =>
  formatSearchMatch(match, { quote: '"', before: '', all: ' AND ', any: ' OR ' });

/**
 * PostgreSQL reads a token's posting list completely, starting with the oldest document. To query
 * only the newest, its tokens are prefixed with the range of 16,384 ids of their document.
 * `search_ids` uses the same size.
 */
const ID_RANGE_SIZE = 2 ** 14;
const formatIdRange = (id: number): string => `${Math.floor(id / ID_RANGE_SIZE)}~`;

/** `search_ids` replaces `~` with the prefix. */
const toPostgresMatch = (match: SearchMatch): string =>
  formatSearchMatch(match, { quote: "'", before: '~', all: ' & ', any: ' | ' });

/** Newest matching documents, newest first. */
export const listNewestDocs = async (
  executor: Executor,
  match: SearchMatch,
  limit: number,
): Promise<FoundDoc[]> => {
  const { rows } =
    getDialect(executor) === 'postgres'
      ? await sql<FoundDoc>`
          select * from search_newest(${toPostgresMatch(match)}, ${limit})`.execute(executor)
      : await sql<FoundDoc>`
          select doc.id, doc.kind, doc.title, doc.solved, doc.official, doc.at
          from (
            select rowid from search_index where search_index match ${toSqliteMatch(match)}
            order by rowid desc limit ${limit}
          ) as found
          join search_doc as doc on doc.id = found.rowid
          order by doc.id desc`.execute(executor);
  return rows;
};

/** Ids of the newest documents for each match, unordered. One statement on PostgreSQL. */
export const listNewestIds = async (
  executor: Executor,
  matches: readonly SearchMatch[],
  limit: number,
): Promise<number[][]> => {
  if (getDialect(executor) === 'postgres') {
    const { rows } = await sql<{ ids: number[] }>`
      select (search_ids(query, ${limit}))::float8[] as ids
      from unnest(${matches.map(toPostgresMatch)}::text[]) with ordinality as asked (query, place)
      order by place`.execute(executor);
    return rows.map(({ ids }) => ids);
  }
  return Promise.all(
    matches.map(async (match) => {
      const { rows } = await sql<{ id: number }>`
        select rowid as id from search_index where search_index match ${toSqliteMatch(match)}
        order by rowid desc limit ${limit}`.execute(executor);
      return rows.map(({ id }) => id);
    }),
  );
};

/** Removes documents from the index. At most 1,000 ids per call. */
export const removeFromSearchIndex = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (getDialect(tx) === 'postgres') {
    await sql`delete from search_index where id = any(${[...ids]}::bigint[])`.execute(tx);
    return;
  }
  for (const id of ids) await sql`delete from search_index where rowid = ${id}`.execute(tx);
};

/** Adds documents that are not in the index yet. */
export const addToSearchIndex = async (
  tx: Tx,
  docs: readonly { id: number; tokens: readonly string[] }[],
): Promise<void> => {
  if (getDialect(tx) === 'postgres') {
    const lines = docs.map(({ id, tokens }) =>
      tokens.map((token) => formatIdRange(id) + token).join(' '),
    );
    await sql`
      insert into search_index (id, tokens)
      select id, array_to_tsvector(string_to_array(line, ' '))
      from unnest(${docs.map(({ id }) => id)}::bigint[], ${lines}::text[]) as doc (id, line)`.execute(
      tx,
    );
    return;
  }
  for (const { id, tokens } of docs)
    await sql`insert into search_index (rowid, tokens) values (${id}, ${tokens.join(' ')})`.execute(
      tx,
    );
};

/** Bounds the words with one prefix. Real data has fewer; a member could create more. */
const MAX_PREFIX_WORDS = 2_000;

/**
 * Words of a software that start with `prefix`, shortest first. With very many, only the first in
 * the alphabet.
 */
export const listWordsWithPrefix = async (
  executor: Executor,
  { softwareId, prefix, limit }: { softwareId: number; prefix: string; limit: number },
): Promise<string[]> => {
  const column =
    getDialect(executor) === 'postgres' ? sql.raw('word collate "C"') : sql.raw('word');
  const { rows } = await sql<{ word: string }>`
    select word from (
      select word from search_word
      where software_id = ${softwareId}
        and ${column} >= ${prefix} and ${column} < ${`${prefix}\u{10FFFF}`}
      order by ${column} limit ${MAX_PREFIX_WORDS}) as found
    order by length(word), ${column} limit ${limit}`.execute(executor);
  return rows.map((row) => row.word);
};

/** Words of a software with one of these shapes, at most `each` per shape. */
export const listWordsOfShapes = async (
  executor: Executor,
  { softwareId, shapes, each }: { softwareId: number; shapes: readonly string[]; each: number },
): Promise<string[]> => {
  const parts = shapes.map(
    (shape) => sql`
      select word from (
        select word from search_word
        where software_id = ${softwareId} and shape = ${shape} limit ${each}) as found`,
  );
  const { rows } = await sql<{ word: string }>`${sql.join(parts, sql` union `)}`.execute(executor);
  return rows.map((row) => row.word);
};
