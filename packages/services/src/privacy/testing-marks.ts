import { sql, type TableName } from '@yunbiao/db';
import type { TestContext } from '../testing.ts';
import type { MemberTable } from './table-inventory-types.ts';
import { MEMBER_TABLES } from './table-inventory.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Column = { name: string; isText: boolean };

/** Columns that reference a row of the same member, with the referenced table. */
const REFERS: Readonly<Record<string, TableName>> = {
  client_id: 'client',
  printer_id: 'printer',
  print_config_id: 'print_config',
  printer_group_id: 'printer_group',
  template_id: 'template',
  batch_id: 'batch',
  detail_id: 'detail',
  api_key_id: 'api_key',
  webhook_id: 'webhook',
  order_id: 'member_order',
  payment_id: 'payment',
  upload_id: 'upload',
  thumb_id: 'upload',
  post_id: 'post',
};

/** Values that columns must have to be valid. */
const SENSE: Readonly<{ [T in TableName]?: Row }> = {
  forum_like: { target_kind: 'reply' },
  forum_report: { state: 'closed' },
  invoice: { state: 'issued' },
  member_order: { state: 'paid', discount_code_id: null },
  payment: { state: 'paid' },
  post: { state: 'visible', accepted_reply_id: null },
  refund_request: { state: 'approved' },
  reply: { state: 'visible', parent_id: null },
  upload: { going: 0, unused_since: null },
  upload_use: { target_kind: 'post' },
};

/** Every table of the database, with its columns. */
const listTables = async (ctx: TestContext): Promise<Map<string, Column[]>> => {
  const tables = await ctx.db.kysely.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, isText: /text/i.test(column.dataType) })),
    ]),
  );
};

const getMark = (
  who: string,
  [table, held]: readonly [string, MemberTable],
  column: string,
): string => {
  const columnKind = held.columns?.[column];
  const mark = `${who}-${table}-${column}`;
  return columnKind === 'json' || columnKind === 'copy' ? JSON.stringify({ mark }) : mark;
};

type Given = {
  /** Prefix of all texts of this member. */
  who: string;
  memberId: number;
  /** Values by column, or by `table.column`. */
  common: Readonly<Row>;
};

/**
 * Adds a row of an existing member to every table with data of members, with a mark in each text.
 * Returns the ids by table.
 */
export const fillAccount = async (
  ctx: TestContext,
  { who, memberId, common }: Given,
): Promise<Map<string, number>> => {
  const columns = await listTables(ctx);
  const ids = new Map<string, number>();
  const getId = (column: string): number | undefined => ids.get(REFERS[column] ?? '');
  const isReady = (table: string): boolean =>
    (table !== 'forum_like' || ids.has('reply')) &&
    (columns.get(table) ?? []).every(({ name }) => !REFERS[name] || getId(name) !== undefined);
  const createOwnValue = (
    piece: readonly [TableName, MemberTable],
    { name, isText }: Column,
  ): Value => {
    const [table, { owner }] = piece;
    const sense = SENSE[table];
    if (name === 'member_id') return memberId;
    if ('named' in owner && name === owner.named[0]) return `member:${memberId}`;
    if (sense && name in sense) return sense[name] ?? null;
    if (name === 'target_id') return ids.get(table === 'forum_like' ? 'reply' : 'post') ?? 0;
    return (
      common[`${table}.${name}`] ??
      common[name] ??
      getId(name) ??
      (isText ? getMark(who, piece, name) : 1)
    );
  };
  let waiting = MEMBER_TABLES.filter(
    ([table]) => table !== 'member' && table !== 'member_deletion',
  );
  while (waiting.length > 0) {
    const ready = waiting.filter(([table]) => isReady(table));
    if (ready.length === 0)
      throw new Error(`what do ${waiting.map(([name]) => name).join()} refer to?`);
    for (const piece of ready) {
      const [table] = piece;
      const row = (columns.get(table) ?? []).filter(({ name }) => name !== 'id');
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(row.map(({ name }) => sql.ref(name)))})
        values (${sql.join(row.map((column) => createOwnValue(piece, column)))}) returning id`.execute(
        ctx.db.kysely,
      );
      ids.set(table, rows[0]?.id ?? 0);
    }
    waiting = waiting.filter((piece) => !ready.includes(piece));
  }
  return ids;
};

/** All columns in the database with a text that contains `mark`, as `table.column`. */
export const listPlaces = async (ctx: TestContext, mark: string): Promise<string[]> => {
  const foundPlaces: string[] = [];
  for (const [table, columns] of await listTables(ctx))
    for (const { name, isText } of columns) {
      // The index is built from `search_text`, which is searched.
      if (!isText || table.startsWith('search_index')) continue;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}
        where ${sql.ref(name)} like ${`%${mark}%`}`.execute(ctx.db.kysely);
      for (let n = 0; n < Number(rows[0]?.count ?? 0); n += 1) foundPlaces.push(`${table}.${name}`);
    }
  return foundPlaces.toSorted();
};
