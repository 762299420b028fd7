import { isConditionKey } from '@yunbiao/label/condition-key';
import { setImmediate as turn } from 'node:timers/promises';
import type { CallParsed, DetailState, Evidence } from '@yunbiao/contract';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import { DETAIL_STATE_LABELS, EVIDENCE_LABELS } from '@yunbiao/contract/printing/print-labels';
import type { Context } from '../../platform/context.ts';
import { computeDayBounds } from '../../platform/day-bounds.ts';
import {
  type Cell,
  type Column,
  createNumberColumn,
  createTextColumn,
  createTimeColumn,
  createWorkbookStream,
  type OnRow,
} from '../../platform/excel/workbook.ts';
import { selectListedDetails, toDetailFilterValues } from './detail-list.ts';
import type { Whose } from './filters.ts';
import { getLabelStateReason } from './present.ts';

/** Rows per query. Other requests run between two pages. */
const PAGE = 200;
/**
 * Labels that are read before the first row, to name the columns of their fields. Further fields of
 * later labels share one column.
 */
const MAX_SAMPLED = 2_000;
/** Fields with a column of their own: those of the largest template. */
const MAX_FIELD_COLUMNS = MAX_FIELDS;

type Charge = { onRow?: OnRow | undefined };
type Wanted = { ctx: Context; whose: Whose; input: CallParsed<'detailExport'> };

/** Labels of one batch in its order, otherwise newest first. */
const streamDetails = async function* ({ ctx, whose, input }: Wanted) {
  const isForward = Boolean(input.batchNo);
  let last: number | null = null;
  for (;;) {
    const cursor: number | null = last;
    await turn();
    const rows = await selectListedDetails(ctx.db.kysely, toDetailFilterValues(whose, input))
      .$if(cursor !== null, (query) => query.where('detail.id', isForward ? '>' : '<', cursor ?? 0))
      .orderBy('detail.id', isForward ? 'asc' : 'desc')
      .limit(PAGE)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
};

/** Values of a label; whether its conditions hold is none of its contents. */
const parseLabelFields = (data: string): Map<string, string> =>
  new Map(
    Object.entries(JSON.parse(data) as Record<string, string>).filter(
      ([name]) => !isConditionKey(name),
    ),
  );

/** Fields with a column of their own. */
type Fields = {
  names: string[];
  /** Null: labels may have other fields. Otherwise the only labels that are known to have none. */
  ids: ReadonlySet<number> | null;
};

/** Reads the labels once before they are written; `onRow` is called for these, too. */
const sampleFields = async ({ onRow, ...wanted }: Wanted & Charge): Promise<Fields> => {
  const names = new Set<string>();
  const ids = new Set<number>();
  for await (const { id, data } of streamDetails(wanted)) {
    if (ids.size === MAX_SAMPLED) return { names: [...names], ids: null };
    ids.add(id);
    onRow?.(data.length);
    for (const name of parseLabelFields(data).keys()) {
      if (names.size === MAX_FIELD_COLUMNS && !names.has(name))
        return { names: [...names], ids: null };
      names.add(name);
    }
  }
  return { names: [...names], ids };
};

const OTHER_FIELDS = '其他栏';

const LEADING_COLUMNS: readonly Column[] = [
  createTextColumn('批次号', 18),
  createNumberColumn('序号'),
  createNumberColumn('第几份'),
  createNumberColumn('第几次'),
  createTextColumn('内容', 40),
];
const TRAILING_COLUMNS: readonly Column[] = [
  createTextColumn('状态', 12),
  createTextColumn('凭据', 14),
  createTextColumn('说明', 30),
  createNumberColumn('计数器从'),
  createNumberColumn('计数器到'),
  createTextColumn('模板', 20),
  createTextColumn('打印机', 20),
  createTimeColumn('排队时间（北京时间）'),
  createTimeColumn('结束时间（北京时间）'),
  createNumberColumn('表格行'),
];
const FIXED_HEADERS: ReadonlySet<string> = new Set(
  [...LEADING_COLUMNS, ...TRAILING_COLUMNS, { header: OTHER_FIELDS }].map(({ header }) => header),
);

const createFieldColumns = ({ names, ids }: Fields): Column[] => [
  ...names.map((name) => createTextColumn(FIXED_HEADERS.has(name) ? `${name}（栏）` : name, 20)),
  ...(ids ? [] : [createTextColumn(OTHER_FIELDS, 40)]),
];

const listFieldCells = (data: string, { names, ids }: Fields): Cell[] => {
  const values = parseLabelFields(data);
  const cells = names.map((name): Cell => values.get(name) ?? null);
  if (ids) return cells;
  for (const name of names) values.delete(name);
  return [...cells, [...values].map(([name, value]) => `${name}：${value}`).join('；')];
};

/** Leaves out labels that came after the fields were read and could have other ones. */
const streamDetailRows = async function* (
  exportRequest: Wanted,
  fields: Fields,
): AsyncGenerator<Cell[]> {
  for await (const row of streamDetails(exportRequest)) {
    if (fields.ids && !fields.ids.has(row.id)) continue;
    yield [
      row.batch_no,
      row.sequence,
      row.copy,
      row.attempt,
      row.title,
      ...listFieldCells(row.data, fields),
      DETAIL_STATE_LABELS[row.state as DetailState],
      EVIDENCE_LABELS[row.evidence as Evidence],
      getLabelStateReason(row),
      row.counter_from,
      row.counter_to,
      row.template_name,
      row.printer_name,
      row.queued_at,
      row.finished_at,
      row.sheet_row,
    ];
  }
};

/** Exports the filtered labels as a spreadsheet, with a column for each field. @throws 400 */
export const exportDetails = async ({
  onRow,
  ...wanted
}: Wanted & Charge): Promise<ReadableStream<Uint8Array>> => {
  computeDayBounds(wanted.input);
  const fields = await sampleFields({ onRow, ...wanted });
  const columns = [...LEADING_COLUMNS, ...createFieldColumns(fields), ...TRAILING_COLUMNS];
  return createWorkbookStream('标签明细', columns, {
    rows: streamDetailRows(wanted, fields),
    onRow,
  });
};
