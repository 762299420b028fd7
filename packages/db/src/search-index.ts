import { sql } from 'kysely';
import { getDialect } from './database.ts';
import type { Executor, Tx } from './transaction.ts';

/**
 * What a document has to contain: a token, all of some, or any of some. Tokens hold letters, digits and the marks `·`,
 * `¶` and `§` only, so that none means anything to an engine's query language.
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

const quoted = (token: string, { quote, before }: Words): string => {
  if (!TOKEN.test(token)) throw new TypeError(`not a search token: ${JSON.stringify(token)}`);
  return quote + before + token + quote;
};

/** The match in an engine's own language: FTS5's, or a `tsquery`. */
const written = (match: SearchMatch, words: Words): string => {
  if (typeof match === 'string') return quoted(match, words);
  const [parts, joint] = 'all' in match ? [match.all, words.all] : [match.any, words.any];
  if (parts.length === 0) throw new TypeError('a search match names no token');
  return `(${parts.map((part) => written(part, words)).join(joint)})`;
};

const forSqlite = (match: SearchMatch): string =>
  written(match, { quote: '"', before: '', all: ' AND ', any: ' OR ' });

/**
 * PostgreSQL reads a token's list from its oldest end and to the other. So that the newest can be asked for by
 * themselves, its tokens begin with the stretch of ids their document lies in: 16,384 ids, `search_ids` knows it too.
 */
const STRETCH = 2 ** 14;
const getStretch = (id: number): string => `${Math.floor(id / STRETCH)}~`;

/** `~` is for `search_ids` to fill in. */
const forPostgres = (match: SearchMatch): string =>
  written(match, { quote: "'", before: '~', all: ' & ', any: ' | ' });

/** The newest documents that match, newest first. */
export const newestDocs = async (
  executor: Executor,
  match: SearchMatch,
  limit: number,
): Promise<FoundDoc[]> => {
  const { rows } =
    getDialect(executor) === 'postgres'
      ? await sql<FoundDoc>`
          select * from search_newest(${forPostgres(match)}, ${limit})`.execute(executor)
      : await sql<FoundDoc>`
          select doc.id, doc.kind, doc.title, doc.solved, doc.official, doc.at
          from (
            select rowid from search_index where search_index match ${forSqlite(match)}
            order by rowid desc limit ${limit}
          ) as found
          join search_doc as doc on doc.id = found.rowid
          order by doc.id desc`.execute(executor);
  return rows;
};

/** For each match the ids of the newest documents, in no promised order; on PostgreSQL in one statement. */
export const newestIds = async (
  executor: Executor,
  matches: readonly SearchMatch[],
  limit: number,
): Promise<number[][]> => {
  if (getDialect(executor) === 'postgres') {
    const { rows } = await sql<{ ids: number[] }>`
      select (search_ids(query, ${limit}))::float8[] as ids
      from unnest(${matches.map(forPostgres)}::text[]) with ordinality as asked (query, place)
      order by place`.execute(executor);
    return rows.map(({ ids }) => ids);
  }
  return Promise.all(
    matches.map(async (match) => {
      const { rows } = await sql<{ id: number }>`
        select rowid as id from search_index where search_index match ${forSqlite(match)}
        order by rowid desc limit ${limit}`.execute(executor);
      return rows.map(({ id }) => id);
    }),
  );
};

/** Takes documents out of the index. Give at most 1,000 ids at once. */
export const dropTokens = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (getDialect(tx) === 'postgres') {
    await sql`delete from search_index where id = any(${[...ids]}::bigint[])`.execute(tx);
    return;
  }
  for (const id of ids) await sql`delete from search_index where rowid = ${id}`.execute(tx);
};

/** Puts documents that are not in the index into it. */
export const putTokens = async (
  tx: Tx,
  docs: readonly { id: number; tokens: readonly string[] }[],
): Promise<void> => {
  if (getDialect(tx) === 'postgres') {
    const lines = docs.map(({ id, tokens }) =>
      tokens.map((token) => getStretch(id) + token).join(' '),
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

/** More words than these do not start alike, unless somebody makes them. */
const MAX_FROM = 2_000;

/** Words of a software that start with `prefix`, the shortest first; of very many the first in the alphabet. */
export const wordsFrom = async (
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
      order by ${column} limit ${MAX_FROM}) as found
    order by length(word), ${column} limit ${limit}`.execute(executor);
  return rows.map((row) => row.word);
};

/** Words of a software that have one of these shapes, so many of each at most. */
export const wordsOfShapes = async (
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
