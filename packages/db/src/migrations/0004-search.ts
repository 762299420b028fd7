import { PostgresAdapter, sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

/**
 * Tokens begin with the stretch of ids their document lies in (`24~…`), see `search-index.ts`: `~` in a query stands for
 * one stretch after the other, the newest first, a few more each time, until enough is found. A word every document has
 * is so read no further than it is shown.
 *
 * The planner does not know what reading a vector out of its row costs, and would rather read them all than trust the
 * index with a small table or a common word. Settings of a function hold for its queries only.
 */
const searchFunctions = async (db: MigrationDb): Promise<void> => {
  const settings = sql.raw(`
    stable parallel safe
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off`);
  // Sorted upwards, as the rows lie, which costs nothing; `+ 0` keeps it from walking the primary key and reading every
  // vector on the way.
  await sql`
    create function search_ids(query text, most integer) returns bigint[]
    language plpgsql ${settings} as $$
    declare
      found_ids bigint[] := array[]::bigint[];
      stretch bigint := (select max(id) >> 14 from search_index);
      span integer := 1;
      several tsquery;
    begin
      while stretch >= 0 and cardinality(found_ids) < most loop
        select string_agg(replace(query, '~', n || '~'), ' | ')::tsquery into several
          from generate_series(greatest(stretch - span + 1, 0), stretch) as n;
        found_ids := array(
          select entry.id from search_index as entry where entry.tokens @@ several
          order by entry.id + 0) || found_ids;
        stretch := stretch - span;
        span := least(span * 4, 16);
      end loop;
      return found_ids[greatest(cardinality(found_ids) - most + 1, 1):];
    end $$`.execute(db);
  await sql`
    create function search_newest(query text, most integer)
    returns table (id bigint, kind bigint, title text, solved bigint, official bigint, at bigint)
    language plpgsql rows 100 ${settings} as $$
    declare
      found_ids bigint[] := search_ids(query, most);
    begin
      return query
        select doc.id, doc.kind, doc.title, doc.solved, doc.official, doc.at
        from search_doc as doc where doc.id = any(found_ids)
        order by doc.id desc;
    end $$`.execute(db);
};

export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'search_doc',
    { text: 'title', int: 'software_id kind solved official at' },
    { software_id: 'software' },
  ).execute();
  await index(db, 'search_doc', ['kind', 'id']);
  await table(db, 'search_text', { text: 'text' }).execute();
  await table(
    db,
    'search_word',
    { text: 'word shape', int: 'software_id' },
    { software_id: 'software' },
  ).execute();
  await index(db, 'search_word', ['software_id', 'word'], 'unique');
  await index(db, 'search_word', ['software_id', 'shape']);

  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create table search_index (id bigint primary key, tokens tsvector not null)`.execute(
      db,
    );
    // The vector is only read by the index: out of the rows, a common word's matches lie on a few pages.
    await sql`alter table search_index set (toast_tuple_target = 128)`.execute(db);
    // Without the list of what is still to be merged: every search would read it through.
    await sql`
      create index search_index_tokens on search_index using gin (tokens)
      with (fastupdate = off)`.execute(db);
    await searchFunctions(db);
    // Prefixes are matched in byte order, whatever the database's own.
    await sql`create index search_word_prefix on search_word (software_id, word collate "C")`.execute(
      db,
    );
    return;
  }
  // Only who contains what: no text, no positions. Tokens come ready, separated by spaces.
  await sql`
    create virtual table search_index using fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    )`.execute(db);
};
