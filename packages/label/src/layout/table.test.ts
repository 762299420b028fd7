import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLabelDataCheck } from '../check-data.ts';
import { evaluateFormulas } from '../formulas.ts';
import { LabelError } from '../errors.ts';
import { listUsedFieldNames } from '../placeholders.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { TableCell, TableElement } from '../template.ts';
import { writeRows, getLayout, getTemplate, testFonts } from '../testing/fixtures.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const createTable = (more: Partial<TableElement> = {}): TableElement => ({
  type: 'table',
  id: 't',
  xMm: 1,
  yMm: 1,
  widthMm: 6,
  heightMm: 4,
  rotation: 0,
  columnsMm: [4, 2],
  rowsMm: [1, 1],
  lineMm: 0.25,
  cells: [],
  ...more,
});

const textCell = (row: number, column: number, more: Partial<TableCell> = {}): TableCell =>
  ({
    row,
    column,
    type: 'text',
    content: '甲',
    sizeMm: 2.5,
    weight: 400,
    align: 'center',
    fit: 'shrink',
    ...more,
  }) as TableCell;

const qrCell = (row: number, column: number): TableCell => ({
  row,
  column,
  type: 'qr',
  content: '1',
  level: 'M',
});

const drawTable = (element: TableElement): string[] =>
  writeRows(rasterizeScene(getLayout(getTemplate([element], { widthMm: 8, heightMm: 6 }))));

describe('the lines of a table', () => {
  it('stand in proportion, the outer ones inside its box', () => {
    const rows = drawTable(createTable());
    expect(rows[20]).toBe(`........##${'.'.repeat(29)}##${'.'.repeat(13)}##........`);
    expect(rows[8]).toBe(`........${'#'.repeat(48)}........`);
    expect(rows.map((row) => row[12]).join('')).toBe(
      `........##${'.'.repeat(13)}##${'.'.repeat(13)}##........`,
    );
  });

  it('leave out what a cell goes over', () => {
    const rows = drawTable(
      createTable({ cells: [textCell(1, 1, { columnSpan: 2, content: '' })] }),
    );
    expect(rows[16]?.slice(10, 54)).toBe('.'.repeat(44));
    expect(rows[30]?.slice(39, 41)).toBe('##');
    const tall = drawTable(createTable({ cells: [textCell(1, 1, { rowSpan: 2, content: '' })] }));
    expect(tall[24]?.slice(10, 39)).toBe('.'.repeat(29));
  });

  it('are none when they are to be 0 wide', () => {
    expect(drawTable(createTable({ lineMm: 0 })).join('')).not.toContain('#');
  });
});

describe('cells', () => {
  const cellBox = (element: TableElement, kind: string) =>
    getLayout(getTemplate([element])).ops.filter((op) => op.kind === kind);

  it('lay out texts and codes as elements of that box', () => {
    const big = createTable({ widthMm: 30, heightMm: 20, rowsMm: [1], columnsMm: [10, 20] });
    const [code] = cellBox({ ...big, cells: [qrCell(1, 2)] }, 'matrix');
    const alone = getLayout(
      getTemplate([
        {
          type: 'qr',
          id: 'q',
          content: '1',
          level: 'M',
          rotation: 0,
          // Between the line that ends at dot 89 and the line that starts at 246.
          xMm: 89 / 8,
          yMm: 10 / 8,
          widthMm: 157 / 8,
          heightMm: 156 / 8,
        },
      ]),
    ).ops[0];
    expect({ ...code, elementId: 'q' }).toEqual(alone);
  });

  it('are told apart by row and column when something does not fit', () => {
    const cells = [
      textCell(1, 1, { content: '很长很长很长的一段文字' }),
      { ...qrCell(2, 2), content: 'https://yunbiao.example/a/long/address' },
    ];
    const { warnings } = getLayout(getTemplate([createTable({ cells: cells as TableCell[] })]));
    expect(warnings.map(({ elementId, code, message }) => [elementId, code, message])).toEqual([
      ['t', 'text-overflow', '表格第 1 行第 1 列：文字“很长很长很长的一段文字”放不下，显示不全'],
      [
        't',
        'code-too-wide',
        expect.stringMatching(/^表格第 2 行第 2 列：二维码“.*”放不下，未画出/),
      ],
    ]);
  });

  it('that end up off the label, or too near their lines, are told', () => {
    const off = createTable({ xMm: 55, widthMm: 10, rowsMm: [1], columnsMm: [1, 1] });
    const cells = [textCell(1, 2)];
    expect(
      getLayout(getTemplate([{ ...off, cells }])).warnings.map(({ message }) => message),
    ).toEqual([
      '表格超出标签，超出的部分不会打印出',
      '表格第 1 行第 2 列：文字“甲”超出标签，超出的部分不会打印出',
    ]);
    const rule = { ...off, type: 'line', id: 'l', xMm: 1, widthMm: 20, heightMm: 13 } as const;
    const coded = createTable({ widthMm: 12, heightMm: 12, rowsMm: [1], columnsMm: [1] });
    const crossed = getLayout(getTemplate([{ ...coded, cells: [qrCell(1, 1)] }, rule]));
    expect(crossed.warnings.map(({ elementId, message }) => [elementId, message])).toEqual([
      ['t', '表格第 1 行第 1 列：二维码“1”四周的空白不够（旁边有别的内容），可能扫不出'],
    ]);
  });

  it('have their fields checked and counted like any text', () => {
    const field = { name: '品名', label: '品名', sample: '苹果' };
    const cells = [textCell(1, 1, { content: '{{品名}}' })];
    const template = { ...getTemplate([createTable({ cells })]), fields: [field] };
    expect(listUsedFieldNames(template)).toEqual(['品名']);
    const [trouble] = createLabelDataCheck(template, testFonts())({ 品名: '\u{10FFFF}' });
    expect(trouble?.message).toContain('字体里没有');
  });
});

it('has formulas in its cells worked out', () => {
  const cells = [textCell(1, 1, { content: '{{小数(单价 * 2)}}' })];
  const field = { name: '单价', label: '单价', sample: '1' };
  const template = { ...getTemplate([createTable({ cells })]), fields: [field] };
  expect(evaluateFormulas(template, { 单价: '1.5' }).data['小数(单价 * 2)']).toBe('3.00');
});

describe('a table that cannot be', () => {
  const getRefusal = (cells: TableCell[]): string => {
    try {
      getLayout(getTemplate([createTable({ cells })]));
      return '';
    } catch (error) {
      expect(error).toBeInstanceOf(LabelError);
      return error instanceof LabelError ? error.message : '';
    }
  };

  it('has cells outside or over each other', () => {
    expect(getRefusal([textCell(3, 1)])).toBe('表格第 3 行第 1 列在表格外面：一共 2 行 2 列');
    expect(getRefusal([textCell(1, 2, { columnSpan: 2 })])).toContain('在表格外面');
    expect(getRefusal([textCell(0, 1)])).toContain('在表格外面');
    const over = [textCell(1, 1, { rowSpan: 2, columnSpan: 2 }), textCell(2, 2)];
    expect(getRefusal(over)).toBe('表格第 2 行第 2 列和别的格子重叠');
  });

  it('has more cells than a label may have elements', () => {
    const many = createTable({
      columnsMm: Array<number>(30).fill(1),
      rowsMm: Array<number>(20).fill(1),
      cells: Array.from({ length: 600 }, (_, i) => textCell(1 + Math.floor(i / 30), 1 + (i % 30))),
    });
    expect(() => getLayout(getTemplate([many]))).toThrow('最多 500 个元素，表格的格子也算');
  });
});

it('is the same picture turned, at every turn of the label', () => {
  const size = fc.integer({ min: 1, max: 9 });
  const anyTable = fc.record({
    columnsMm: fc.array(size, { minLength: 1, maxLength: 4 }),
    rowsMm: fc.array(size, { minLength: 1, maxLength: 4 }),
    lineMm: fc.constantFrom(0, 0.1, 0.375, 0.5),
    rotation: fc.constantFrom(0, 90, 180, 270),
    widthMm: fc.integer({ min: 20, max: 110 }).map((eighths) => eighths / 8),
  });
  fc.assert(
    fc.property(anyTable, ({ rotation, ...more }) => {
      const cells = [qrCell(1, 1)];
      const element = createTable({
        ...more,
        heightMm: 10,
        rotation,
        cells,
      } as Partial<TableElement>);
      const template = getTemplate([element], { widthMm: 16, heightMm: 12 });
      const straight = rasterizeScene(getLayout(template));
      const turned = rasterizeScene(getLayout(template, {}, { dpi: 203, rotation: 90 }));
      const [at, expected] = [writeRows(turned), writeRows(straight)];
      for (let y = 0; y < turned.height; y += 1)
        expect(at[y]).toBe(
          expected
            .map((row) => row[y] ?? '')
            .toReversed()
            .join(''),
        );
      expect(isBlackDot(straight, 0, 0)).toBe(false);
    }),
    { numRuns: rounds(40) },
  );
});
