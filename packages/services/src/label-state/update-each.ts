import { getDialect, type Schema, sql, type Tx, type UpdateObject } from '@yunbiao/db';
import { chunks } from '../chunks.ts';

export type RowChange = { ids: readonly number[]; set: UpdateObject<Schema, 'detail'> };

type Plain = string | number | null;
/** One label, and what becomes of it; nothing in it has to be worked out by the engine. */
type Single = { id: number; set: Record<string, Plain> };

const isPlain = (value: unknown): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number';

const getSingle = ({ ids, set }: RowChange): Single | null => {
  const [id] = ids;
  if (id === undefined || ids.length > 1 || !Object.values(set).every(isPlain)) return null;
  return { id, set: set as Record<string, Plain> };
};

/**
 * Rows of one statement with the same columns: a statement a label would be most of what a quick printer costs. SQLite
 * takes from JSON what is there; PostgreSQL reads it as rows of the table, whose types it knows.
 */
const updateSingles = async (tx: Tx, columns: readonly string[], rows: readonly Single[]) => {
  const json = JSON.stringify(rows.map(({ id, set }) => ({ ...set, id })));
  const isPostgres = getDialect(tx) === 'postgres';
  const value = (column: string) =>
    isPostgres ? sql.ref(`j.${column}`) : sql`j.value ->> ${sql.lit(column)}`;
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${value(column)}`);
  const from = isPostgres
    ? sql`json_populate_recordset(null::detail, ${json}::json)`
    : sql`json_each(${json})`;
  await sql`update detail set ${sql.join(sets)} from ${from} as j
    where detail.id = ${value('id')}`.execute(tx);
};

/** Makes changes in their order, those of single labels that set the same columns together. */
export const updateEach = async (tx: Tx, changes: readonly RowChange[]): Promise<void> => {
  const singles = changes.map(getSingle);
  const ids = changes.flatMap((change) => change.ids);
  // Changed twice, the last one holds: then one after the other.
  const together = new Set(ids).size === ids.length;
  const groups = Map.groupBy(together ? singles.filter((one) => one !== null) : [], ({ set }) =>
    Object.keys(set).join(),
  );
  for (const rows of groups.values()) {
    const [first] = rows;
    if (first)
      for (const some of chunks(rows)) await updateSingles(tx, Object.keys(first.set), some);
  }
  for (const [place, { ids: of, set }] of changes.entries()) {
    if (together && singles[place] !== null) continue;
    for (const part of chunks(of))
      await tx.updateTable('detail').set(set).where('id', 'in', part).execute();
  }
};
