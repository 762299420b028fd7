import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from './schema/index.ts';
import type { Executor, Tx } from './transaction.ts';

export type TableName = keyof Schema;

/**
 * Whose a row is: `column` names the member; or a row of another table, which is owned in its turn; or one of several
 * columns names who acted as logs do, `member:7`.
 */
export type Owner =
  | { column: string }
  | { column: string; of: TableName; owner: Owner }
  | { named: readonly string[] };

const owned = (owner: Owner, memberId: number): RawBuilder<SqlBool> => {
  if ('named' in owner) {
    const name = `member:${memberId}`;
    const each = owner.named.map((column) => sql<SqlBool>`${sql.ref(column)} = ${name}`);
    return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
  }
  const column = sql.ref(owner.column);
  if (!('of' in owner)) return sql<SqlBool>`${column} = ${memberId}`;
  const inner = owned(owner.owner, memberId);
  return sql<SqlBool>`${column} in (select id from ${sql.table(owner.of)} where ${inner})`;
};

type Whose = { table: TableName; owner: Owner; memberId: number };

/** A row as it is stored. */
export type OwnedRow = Record<string, string | number | null>;

/** A place in a table: after the row with this id and, where rows go by it, this time. */
export type Place = { id: number; at: number };

const beyond = (by: 'id' | 'created_at', { id, at }: Place): RawBuilder<SqlBool> =>
  by === 'id' ? sql<SqlBool>`id > ${id}` : sql<SqlBool>`(created_at, id) > (${at}, ${id})`;

/**
 * The next rows of a member, in the order of `by`: the column behind the member's in an index, so that no page sorts the
 * whole of what is his.
 */
export const readOwned = async (
  db: Executor,
  {
    table,
    owner,
    memberId,
    columns,
    by,
    after,
    limit,
  }: Whose & {
    columns: readonly string[];
    by: 'id' | 'created_at';
    after: Place | null;
    limit: number;
  },
): Promise<OwnedRow[]> => {
  const from = after ? sql`and ${beyond(by, after)}` : sql``;
  const order = by === 'id' ? sql`id` : sql`created_at, id`;
  const { rows } = await sql<OwnedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${owned(owner, memberId)} ${from} order by ${order} limit ${limit}`.execute(db);
  return rows;
};

/** Removes so many rows of a member at most. Returns how many. */
export const removeOwned = async (
  tx: Tx,
  { table, owner, memberId, limit }: Whose & { limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${owned(owner, memberId)} limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
};

/** Rows with one of these values in a column. */
export type Among = { column: string; in: readonly string[] };

/**
 * Writes the same over so many rows of a member, those after an id; those `except` names stay as they are. Returns
 * the last id it looked at; null when there were no more.
 */
export const blankOwned = async (
  tx: Tx,
  {
    table,
    owner,
    memberId,
    set,
    except,
    after,
    limit,
  }: Whose & {
    set: Readonly<Record<string, string | number | null>>;
    except?: Among | undefined;
    after: number;
    limit: number;
  },
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${owned(owner, memberId)} and id > ${after}
    order by id limit ${limit}`.execute(tx);
  const last = rows.at(-1)?.id ?? null;
  if (last === null) return null;
  const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const some = except ? sql`and ${sql.ref(except.column)} not in (${sql.join(except.in)})` : sql``;
  await sql`
    update ${sql.table(table)} set ${sql.join(values)}
    where id in (${sql.join(rows.map(({ id }) => id))}) ${some}`.execute(tx);
  return last;
};

/** Whether a member has a row with one of these values. */
export const hasOwned = async (
  db: Executor,
  { table, owner, memberId, among }: Whose & { among: Among },
): Promise<boolean> => {
  const { rows } = await sql`
    select id from ${sql.table(table)}
    where ${owned(owner, memberId)} and ${sql.ref(among.column)} in (${sql.join(among.in)})
    limit 1`.execute(db);
  return rows.length > 0;
};
