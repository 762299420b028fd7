import { getDialect, type Schema, sql, type Tx, type UpdateObject } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';

export type RowChange = { ids: readonly number[]; set: UpdateObject<Schema, 'detail'> };

type Plain = string | number | null;
/** A change of one label with literal values only, no SQL expressions. */
type SingleLabelChange = { id: number; set: Record<string, Plain> };

const isPlainValue = (value: unknown): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number';

const toSingleLabelChange = ({ ids, set }: RowChange): SingleLabelChange | null => {
  const [id] = ids;
  if (id === undefined || ids.length > 1 || !Object.values(set).every(isPlainValue)) return null;
  return { id, set: set as Record<string, Plain> };
};

/**
 * Updates many labels in one statement; all rows set the same columns. One statement per label
 * would be the largest cost of a fast printer. SQLite extracts values from JSON; PostgreSQL reads
 * the JSON as rows of the table to get the column types.
 */
const updateSingleLabels = async (
  tx: Tx,
  columns: readonly string[],
  rows: readonly SingleLabelChange[],
) => {
  const json = JSON.stringify(rows.map(({ id, set }) => ({ ...set, id })));
  const isPostgres = getDialect(tx) === 'postgres';
  const buildJsonValueSql = (column: string) =>
    isPostgres ? sql.ref(`j.${column}`) : sql`j.value ->> ${sql.lit(column)}`;
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${buildJsonValueSql(column)}`);
  const from = isPostgres
    ? sql`json_populate_recordset(null::detail, ${json}::json)`
    : sql`json_each(${json})`;
  await sql`update detail set ${sql.join(sets)} from ${from} as j
    where detail.id = ${buildJsonValueSql('id')}`.execute(tx);
};

/**
 * Applies changes in order. Changes of single labels that set the same columns share a statement.
 */
export const applyLabelChanges = async (tx: Tx, changes: readonly RowChange[]): Promise<void> => {
  const singles = changes.map(toSingleLabelChange);
  const ids = changes.flatMap((change) => change.ids);
  // When a label changes twice the last change wins, so the changes run one by one.
  const canGroup = new Set(ids).size === ids.length;
  const groups = Map.groupBy(
    canGroup ? singles.filter((single) => single !== null) : [],
    ({ set }) => Object.keys(set).join(),
  );
  for (const rows of groups.values()) {
    const [first] = rows;
    if (first)
      for (const intoChunk of splitIntoChunks(rows))
        await updateSingleLabels(tx, Object.keys(first.set), intoChunk);
  }
  for (const [place, { ids: of, set }] of changes.entries()) {
    if (canGroup && singles[place] !== null) continue;
    for (const part of splitIntoChunks(of))
      await tx.updateTable('detail').set(set).where('id', 'in', part).execute();
  }
};
