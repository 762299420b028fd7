import { sql, type TableName } from '@yunbiao/db';
import type { TestContext } from '../testing.ts';
import type { Held } from './holding.ts';
import { HELD } from './holdings.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Column = { name: string; isText: boolean };

/** Columns that refer to a row of the same member, and of which table. */
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
  post_id: 'post',
};

/** What a column has to hold to make sense. */
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

/** Every table as it is in the database. */
const listTables = async (ctx: TestContext): Promise<Map<string, Column[]>> => {
  const tables = await ctx.db.kysely.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, isText: /text/i.test(column.dataType) })),
    ]),
  );
};

const getMark = (who: string, [table, held]: readonly [string, Held], column: string): string => {
  const shown = held.columns?.[column];
  const mark = `${who}-${table}-${column}`;
  return shown === 'json' || shown === 'copy' ? JSON.stringify({ mark }) : mark;
};

type Given = {
  /** Every text of theirs begins with this. */
  who: string;
  memberId: number;
  /** Values by column, or by `table.column`. */
  common: Readonly<Row>;
};

/**
 * Writes a row of a member's into every table there is that holds such, with a mark in each text. The member is there
 * already. Returns the ids by table.
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
  const own = (piece: readonly [TableName, Held], { name, isText }: Column): Value => {
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
  let waiting = HELD.filter(([table]) => table !== 'member' && table !== 'member_deletion');
  while (waiting.length > 0) {
    const ready = waiting.filter(([table]) => isReady(table));
    if (ready.length === 0)
      throw new Error(`what do ${waiting.map(([name]) => name).join()} refer to?`);
    for (const piece of ready) {
      const [table] = piece;
      const row = (columns.get(table) ?? []).filter(({ name }) => name !== 'id');
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(row.map(({ name }) => sql.ref(name)))})
        values (${sql.join(row.map((column) => own(piece, column)))}) returning id`.execute(
        ctx.db.kysely,
      );
      ids.set(table, rows[0]?.id ?? 0);
    }
    waiting = waiting.filter((piece) => !ready.includes(piece));
  }
  return ids;
};

/** Where in the whole database a text holds this, `table.column` each time. */
export const listPlaces = async (ctx: TestContext, mark: string): Promise<string[]> => {
  const found: string[] = [];
  for (const [table, columns] of await listTables(ctx))
    for (const { name, isText } of columns) {
      // What the index is made of is looked at in `search_text`.
      if (!isText || table.startsWith('search_index')) continue;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}
        where ${sql.ref(name)} like ${`%${mark}%`}`.execute(ctx.db.kysely);
      for (let n = 0; n < Number(rows[0]?.count ?? 0); n += 1) found.push(`${table}.${name}`);
    }
  return found.toSorted();
};
