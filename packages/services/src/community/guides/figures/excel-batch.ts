import type { Template } from '@yunbiao/label';
import type { GuidePicture } from '../guide.ts';
import { FIGURE_WIDTH_MM } from './shapes.ts';

/** The sheet of the figure. A test reads it as the print page does. */
export const SHEET: readonly (readonly string[])[] = [
  ['三号仓货位表', '', ''],
  ['货位号', '承重', '备注'],
  ['A-03-12', '200', ''],
  ['A-03-13', '150', '靠门'],
  ['合计', '350', ''],
];

/** What the print page says beside each row of `SHEET`: skipped, column names or which label. */
export const ROW_NOTES = ['不要', '列名', '第 1 张', '第 2 张', '不要'] as const;

const createSheetCell = (row: number, column: number, content: string, isBold: boolean) => ({
  row,
  column,
  type: 'text' as const,
  content,
  sizeMm: 2.5,
  weight: isBold ? (700 as const) : (400 as const),
  align: 'center' as const,
  fit: 'shrink' as const,
});

const ROW_MM = 6;
const MARGIN_MM = 2;

const createSheetTemplate = (): Template => ({
  version: 1,
  widthMm: FIGURE_WIDTH_MM,
  heightMm: SHEET.length * ROW_MM + 2 * MARGIN_MM,
  fields: [],
  elements: [
    {
      type: 'table',
      id: 'sheet',
      xMm: MARGIN_MM,
      yMm: MARGIN_MM,
      widthMm: FIGURE_WIDTH_MM - 2 * MARGIN_MM,
      heightMm: SHEET.length * ROW_MM,
      rotation: 0,
      columnsMm: [10, 16, 7, 7],
      rowsMm: SHEET.map(() => ROW_MM),
      lineMm: 0.125,
      paddingMm: 0.25,
      cells: SHEET.flatMap((row, at) => [
        createSheetCell(at + 1, 1, ROW_NOTES[at] ?? '', false),
        ...row.flatMap((text, column) =>
          text === '' ? [] : [createSheetCell(at + 1, column + 2, text, ROW_NOTES[at] === '列名')],
        ),
      ]),
    },
  ],
});

export const SHEET_PICTURE: GuidePicture = {
  template: createSheetTemplate(),
  alt: '五行的表：标题不要；“货位号、承重、备注”是列名；两行货位各一张；合计不要',
};
