import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from './schema/index.ts';
import type { Executor, Tx } from './transaction.ts';

export type TableName = keyof Schema;

/**
 * How a row belongs to a member: `column` holds the member's id; or it references a row of another
 * table, which has an owner itself; or one of several columns names the actor as logs do,
 * `member:7`.
 */
export type Owner =
  | { column: string }
  | { column: string; of: TableName; owner: Owner }
  | { named: readonly string[] };

const buildOwnerCondition = (owner: Owner, memberId: number): RawBuilder<SqlBool> => {
  if ('named' in owner) {
    const name = `member:${memberId}`;
    const conditions = owner.named.map((column) => sql<SqlBool>`${sql.ref(column)} = ${name}`);
    return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
  }
  const column = sql.ref(owner.column);
  if (!('of' in owner)) return sql<SqlBool>`${column} = ${memberId}`;
  const inner = buildOwnerCondition(owner.owner, memberId);
  return sql<SqlBool>`${column} in (select id from ${sql.table(owner.of)} where ${inner})`;
};

type OwnerQuery = { table: TableName; owner: Owner; memberId: number };

/** A stored row. */
export type OwnedRow = Record<string, string | number | null>;

/** Position in a table: after the row with this id and, when ordered by time, this time. */
export type RowPosition = { id: number; at: number };

const buildAfterPositionCondition = (
  by: 'id' | 'created_at',
  { id, at }: RowPosition,
): RawBuilder<SqlBool> =>
  by === 'id' ? sql<SqlBool>`id > ${id}` : sql<SqlBool>`(created_at, id) > (${at}, ${id})`;

/**
 * Returns the next rows of a member, ordered by `by`. That column follows the member's column in an
 * index, so no page sorts all rows of the member.
 */
export const readMemberRows = async (
  db: Executor,
  {
    table,
    owner,
    memberId,
    columns,
    by,
    after,
    limit,
  }: OwnerQuery & {
    columns: readonly string[];
    by: 'id' | 'created_at';
    after: RowPosition | null;
    limit: number;
  },
): Promise<OwnedRow[]> => {
  const from = after ? sql`and ${buildAfterPositionCondition(by, after)}` : sql``;
  const order = by === 'id' ? sql`id` : sql`created_at, id`;
  const { rows } = await sql<OwnedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${buildOwnerCondition(owner, memberId)} ${from} order by ${order} limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** Deletes at most `limit` rows of a member. Returns the number of deleted rows. */
export const deleteMemberRows = async (
  tx: Tx,
  { table, owner, memberId, limit }: OwnerQuery & { limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${buildOwnerCondition(owner, memberId)} limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
};

/** Rows with one of these values in a column. */
export type ColumnValues = { column: string; in: readonly string[] };

/**
 * Overwrites columns in at most `limit` rows of a member with an id above `after`; rows matching
 * `except` stay unchanged. Returns the last id it visited, or null when there were no more rows.
 */
export const overwriteMemberRows = async (
  tx: Tx,
  {
    table,
    owner,
    memberId,
    set,
    except,
    after,
    limit,
  }: OwnerQuery & {
    set: Readonly<Record<string, string | number | null>>;
    except?: ColumnValues | undefined;
    after: number;
    limit: number;
  },
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${buildOwnerCondition(owner, memberId)} and id > ${after}
    order by id limit ${limit}`.execute(tx);
  const last = rows.at(-1)?.id ?? null;
  if (last === null) return null;
  const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const exceptClause = except
    ? sql`and ${sql.ref(except.column)} not in (${sql.join(except.in)})`
    : sql``;
  await sql`
    update ${sql.table(table)} set ${sql.join(values)}
    where id in (${sql.join(rows.map(({ id }) => id))}) ${exceptClause}`.execute(tx);
  return last;
};

/** Whether a member has a row with one of these values. */
export const hasMemberRowMatchingValues = async (
  db: Executor,
  { table, owner, memberId, among }: OwnerQuery & { among: ColumnValues },
): Promise<boolean> => {
  const { rows } = await sql`
    select id from ${sql.table(table)}
    where ${buildOwnerCondition(owner, memberId)} and ${sql.ref(among.column)} in (${sql.join(among.in)})
    limit 1`.execute(db);
  return rows.length > 0;
};
