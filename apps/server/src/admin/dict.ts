import { DETAIL_COLOR_HINT } from '@yunbiao/contract/printing/detail-colors';
import {
  type DictRow,
  setDictRowEnabled,
  listDictRows,
  removeDictRow,
  upsertDictRow,
  setDictRowPosition,
} from '@yunbiao/services';
import { createChangeOutcome, type RunCommand, reportTable } from './command-outcome.ts';
import { type Usage, REASON_FLAG } from './usage-parts.ts';

export const DICT_USAGE = {
  'dict list': { args: '<别名|/>', purpose: '列出一款软件的字典和编号，/ 是公共的', list: true },
  'dict set': {
    args: '<别名|/> <类型> <值>',
    purpose: `往字典里加一条，或者给已有的值换名称；软件自己有的类型优先于公共的。类型 detail_color 是标签的色标，值写颜色：${DETAIL_COLOR_HINT}`,
    needed: { label: '名称' },
    optional: { sort: '次序，小的在前', ...REASON_FLAG },
  },
  'dict sort': { args: '<编号> <次序>', purpose: '换一条的次序，小的在前', optional: REASON_FLAG },
  'dict disable': {
    args: '<编号>',
    purpose: '停用一条，网页不再列它；已经用了它的标签照旧',
    optional: REASON_FLAG,
  },
  'dict enable': { args: '<编号>', purpose: '重新启用', optional: REASON_FLAG },
  'dict remove': { args: '<编号>', purpose: '删除一条', optional: REASON_FLAG },
} as const satisfies Record<string, Usage>;

const describeDictRow = (row: DictRow): string =>
  `${row.dict_type} 的 ${row.dict_value}（${row.dict_label}）`;

export const dictCommands: Record<keyof typeof DICT_USAGE, RunCommand> = {
  'dict list': async (ctx, [place]) => {
    const rows = await listDictRows({ ctx, place });
    const cells = rows.map((row) => [
      String(row.id),
      row.dict_type,
      row.dict_value,
      row.dict_label,
      String(row.sort),
      row.enabled === 1 ? '启用' : '停用',
    ]);
    const heads = ['编号', '类型', '值', '名称', '次序', '现在'];
    return reportTable(cells, '字典是空的', { headings: heads, json: rows });
  },
  'dict set': async (ctx, [place, type, value], { flags: { label, sort } }) => {
    const input = { type, value, label, sort };
    const { row, isNew } = await upsertDictRow({ ctx, place, input });
    const hidden = row.enabled === 1 ? '' : '，现在停用';
    return createChangeOutcome(
      `${isNew ? '已加' : '已改'} ${describeDictRow(row)}，编号 ${row.id}${hidden}`,
    );
  },
  'dict sort': async (ctx, [id, sort]) => {
    const row = await setDictRowPosition({ ctx, id, sort });
    return createChangeOutcome(`已改 ${describeDictRow(row)}的次序：${row.sort}`);
  },
  'dict disable': async (ctx, [id]) =>
    createChangeOutcome(
      `已停用 ${describeDictRow(await setDictRowEnabled({ ctx, id, isEnabled: false }))}`,
    ),
  'dict enable': async (ctx, [id]) =>
    createChangeOutcome(
      `已启用 ${describeDictRow(await setDictRowEnabled({ ctx, id, isEnabled: true }))}`,
    ),
  'dict remove': async (ctx, [id]) =>
    createChangeOutcome(`已删除 ${describeDictRow(await removeDictRow({ ctx, id }))}`),
};
