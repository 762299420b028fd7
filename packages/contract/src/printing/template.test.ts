import { readdirSync, readFileSync } from 'node:fs';
import { CHECK_OPTIONAL_NAMES, LINEAR_NAMES } from '@yunbiao/label/template';
import { describe, expect, it } from 'vitest';
import { collectFieldMessages } from '../api/messages.ts';
import * as limits from '../limits/template.ts';
import { parseTemplate, templateContent } from './template.ts';

const FOLDERS = ['../../../../fixtures/labels/', '../../../label/templates/'];
const files = FOLDERS.map((folder) => new URL(folder, import.meta.url)).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, URL] => [name, new URL(name, folder)]),
);

it.each(files)('keeps every part of %s', (_name, file) => {
  const { template } = JSON.parse(readFileSync(file, 'utf8')) as { template: unknown };
  expect(parseTemplate(template)).toEqual(template);
});

const text = {
  id: 't',
  type: 'text',
  content: '苹果',
  xMm: 0,
  yMm: 0,
  widthMm: 40,
  heightMm: 5,
  rotation: 0,
  sizeMm: 4,
  weight: 400,
  align: 'left',
  fit: 'shrink',
};
const templateWith = (change: object, more: object = {}) => ({
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [],
  elements: [{ ...text, ...change }],
  ...more,
});

it('refuses a part it does not know: printed without it, a label would not be what was asked for', () => {
  expect(() => parseTemplate(templateWith({ shadowMm: 1 }))).toThrow(/shadowMm/);
  expect(() => parseTemplate(templateWith({}, { background: 'a' }))).toThrow(/background/);
  expect(parseTemplate(templateWith({})).elements).toHaveLength(1);
});

it('refuses a picture that claims to be too large, or is none, before anything is unpacked', () => {
  const parseWithPicture = (png: string) =>
    parseTemplate(templateWith({}, { images: [{ id: 'a', png }] }));
  // Signature and header of a PNG of 60,000 × 60,000 px, one bit per pixel.
  const header = 'iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgAQAAAAA=';
  expect(() => parseWithPicture(header)).toThrow('图片是 60000 × 60000 像素，每边最多 4800');
  expect(() => parseWithPicture('R0lGODlhAQABAAAAACw=')).toThrow('图片不是 PNG');
  expect(() => parseWithPicture('A'.repeat(100_001))).toThrow('images');
});

it('takes a table whose cells lie in its grid, and refuses any other', () => {
  const { id: _id, xMm: _x, yMm: _y, widthMm: _w, heightMm: _h, rotation: _r, ...own } = text;
  const withTable = (cells: object[], more: object = {}) => {
    const { elements, ...rest } = templateWith({});
    const { type: _type, ...place } = { ...text };
    const { id, xMm, yMm, widthMm, heightMm, rotation } = place;
    const at = { id, xMm, yMm, widthMm, heightMm, rotation };
    const table = { type: 'table', ...at, columnsMm: [1, 2], rowsMm: [1], lineMm: 0.25, cells };
    return parseTemplate({ ...rest, elements: [...elements, { ...table, ...more }] });
  };
  expect(withTable([{ row: 1, column: 2, ...own }]).elements).toHaveLength(2);
  expect(() => withTable([{ row: 2, column: 1, ...own }])).toThrow('表格第 2 行第 1 列在表格外面');
  const twice = { row: 1, column: 1, ...own };
  expect(() => withTable([twice, twice])).toThrow('和别的格子重叠');
  expect(() => withTable([{ ...twice, xMm: 1 }])).toThrow('xMm');
  const tail = { content: '一级', sizeMm: 9, weight: 400, gapMm: 1 };
  expect(() => withTable([{ ...twice, tail }])).toThrow('接在后面的字不能比前面的大');
  expect(() => withTable([], { rowsMm: Array(51).fill(1) })).toThrow('rowsMm');
});

it('refuses groups that do not nest, and too many', () => {
  const withGroups = (...groups: object[]) =>
    parseTemplate(templateWith({ group: 'a' }, { groups }));
  expect(withGroups({ id: 'a', parent: 'b', showIf: '1 = 1' }, { id: 'b', name: '危险' })).toEqual(
    templateWith(
      { group: 'a' },
      {
        groups: [
          { id: 'a', parent: 'b', showIf: '1 = 1' },
          { id: 'b', name: '危险' },
        ],
      },
    ),
  );
  expect(() => withGroups({ id: 'a', parent: 'b' })).toThrow('组合“a”的上级“b”不存在');
  expect(() => withGroups({ id: 'a', parent: 'b' }, { id: 'b', parent: 'a' })).toThrow(
    '组合“a”绕回了自己',
  );
  expect(() => withGroups({ id: 'a' }, { id: 'a' })).toThrow('有两个组合的 id 都是“a”');
  const many = Array.from({ length: 101 }, (_, i) => ({ id: `g${i}` }));
  expect(() => withGroups(...many)).toThrow('groups');
  expect(() => parseTemplate(templateWith({ showIf: '1'.repeat(501) }))).toThrow('showIf');
});

it('lets nothing larger follow a text: it would stand out of the box unsaid', () => {
  const tail = { content: '一级', sizeMm: 4, weight: 400, gapMm: 1 };
  expect(parseTemplate(templateWith({ tail })).elements).toHaveLength(1);
  expect(() => parseTemplate(templateWith({ tail: { ...tail, sizeMm: 4.5 } }))).toThrow(
    '接在后面的字不能比前面的大',
  );
});

it('refuses a smallest size above the size, and a way of writing it does not know', () => {
  expect(parseTemplate(templateWith({ minSizeMm: 4 })).elements).toHaveLength(1);
  expect(() => parseTemplate(templateWith({ minSizeMm: 4.5 }))).toThrow(
    '最小的字不能比字的大小还大',
  );
  for (const change of [{ writingMode: 'vertical-lr' }, { missingGlyph: 'box' }, { lineHeight: 0 }])
    expect(() => parseTemplate(templateWith(change))).toThrow(Object.keys(change)[0]);
});

describe('every number', () => {
  const box = { id: 't', xMm: 0, yMm: 0, widthMm: 40, heightMm: 5, rotation: 0 };
  const code = { ...box, content: '1', showText: true, textSizeMm: 3 };
  const tail = { content: '', sizeMm: 0.5, weight: 400, gapMm: 1 };
  const image = { ...box, image: 'a', fit: 'cover', dither: 'threshold' };
  const table = { ...box, columnsMm: [1], rowsMm: [1], lineMm: 0, cells: [] };
  const NUMBERS: [object, string, { min: number; max: number }][] = [
    [text, 'xMm', limits.ELEMENT_PLACE_MM],
    [text, 'yMm', limits.ELEMENT_PLACE_MM],
    [text, 'widthMm', limits.ELEMENT_SIDE_MM],
    [text, 'heightMm', limits.ELEMENT_SIDE_MM],
    [text, 'sizeMm', limits.TEXT_SIZE_MM],
    [{ ...text, sizeMm: limits.TEXT_SIZE_MM.max }, 'minSizeMm', limits.TEXT_SIZE_MM],
    [text, 'letterSpacingMm', limits.LETTER_SPACING_MM],
    [text, 'lineHeight', limits.LINE_HEIGHT],
    [text, 'widthScale', limits.WIDTH_SCALE],
    [text, 'restScale', { min: 0.2, max: 1 }],
    [{ ...code, type: 'ean13' }, 'textSizeMm', limits.CODE_TEXT_MM],
    [{ ...code, type: 'ean13' }, 'textSpacingMm', limits.CODE_SPACING_MM],
    [{ ...code, type: 'codabar' }, 'textSizeMm', limits.CODE_TEXT_MM],
    [{ ...code, type: 'databar-stacked' }, 'textSizeMm', limits.CODE_TEXT_MM],
    [{ ...box, type: 'pdf417', content: '1' }, 'columns', { min: 1, max: 30 }],
    [{ ...box, type: 'rect', lineMm: 0 }, 'lineMm', limits.LINE_MM],
    [{ ...box, type: 'rect', lineMm: 0 }, 'radiusMm', limits.RADIUS_MM],
    [{ ...box, type: 'ellipse', lineMm: 0 }, 'lineMm', limits.LINE_MM],
    [{ ...box, type: 'line', lineMm: 0 }, 'lineMm', limits.LINE_MM],
    [{ ...box, type: 'line', lineMm: 0 }, 'angleDeg', limits.ANGLE_DEG],
    [{ ...table, type: 'table' }, 'lineMm', limits.LINE_MM],
    [{ ...table, type: 'table' }, 'paddingMm', limits.CELL_PADDING_MM],
    [{ ...image, type: 'image' }, 'threshold', limits.IMAGE_THRESHOLD],
    [{ ...image, type: 'image' }, 'angleDeg', limits.ANGLE_DEG],
  ];
  const isAccepted = (value: object, part: string, given: unknown): boolean => {
    const template = { ...templateWith({}), elements: [{ ...value, [part]: given }] };
    return templateContent.safeParse(template).success;
  };

  it.each(NUMBERS)('of %o is bounded as forms say: %s', (value, part, { min, max }) => {
    const asked = [min - 1, min, max, max + 1];
    expect(asked.map((number) => isAccepted(value, part, number))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('of a text that follows, a side of a table and the label itself, too', () => {
    const takesTail = (part: string, number: number): boolean =>
      isAccepted({ ...text, sizeMm: 200 }, 'tail', { ...tail, [part]: number });
    const { min, max } = limits.LETTER_SPACING_MM;
    expect([min - 1, min, max, max + 1].map((gapMm) => takesTail('gapMm', gapMm))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const isLabelAccepted = (part: string, number: number): boolean =>
      templateContent.safeParse(templateWith({}, { [part]: number })).success;
    for (const [part, range] of [
      ['widthMm', limits.LABEL_WIDTH_MM],
      ['heightMm', limits.LABEL_HEIGHT_MM],
    ] as const)
      expect(
        [range.min - 1, range.min, range.max, range.max + 1].map((mm) => isLabelAccepted(part, mm)),
      ).toEqual([false, true, true, false]);
  });
});

describe('withCheck', () => {
  const box = { id: 't', xMm: 0, yMm: 0, widthMm: 40, heightMm: 5, rotation: 0 };
  const look = { content: '123', showText: true, textSizeMm: 3 };
  const createCodeTemplate = (type: string) => ({
    ...templateWith({}),
    elements: [{ ...box, ...look, type, withCheck: true }],
  });

  it.each(CHECK_OPTIONAL_NAMES)('is a choice of %s', (type) => {
    expect(parseTemplate(createCodeTemplate(type)).elements).toEqual([
      expect.objectContaining({ type }),
    ]);
  });

  it.each(LINEAR_NAMES.filter((type) => !CHECK_OPTIONAL_NAMES.some((name) => name === type)))(
    'is refused for %s, and the element named',
    (type) => {
      const result = templateContent.safeParse(createCodeTemplate(type));
      expect(collectFieldMessages(templateContent, result.error ?? { issues: [] })).toEqual({
        'elements.0': `元素“t”（${type}）不能有 withCheck：只有 code39、codabar 的校验字符可加可不加`,
      });
    },
  );

  it('leaves other wrong parts of a code to the usual words', () => {
    const { elements } = createCodeTemplate('code39');
    const value = { ...templateWith({}), elements: [{ ...elements[0], shadowMm: 1 }] };
    expect(() => parseTemplate(value)).toThrow(/shadowMm/);
  });
});

describe('a field that is not typed', () => {
  const serial = {
    start: 1,
    step: 1,
    width: 4,
    digits: 'decimal',
    reset: 'never',
    perCopy: false,
  };
  const withField = (more: object) =>
    parseTemplate(templateWith({}, { fields: [{ name: '号', label: '号', sample: '', ...more }] }));

  it('has a formula or numbers', () => {
    expect(withField({ formula: '今天()' }).fields).toHaveLength(1);
    expect(withField({ serial }).fields).toHaveLength(1);
    expect(() => withField({ serial, formula: '今天()' })).toThrow('一栏要么有公式，要么是流水号');
    expect(() => withField({ formula: '今天()', required: true })).toThrow('没有必填');
    expect(() => withField({ formula: 'a'.repeat(501) })).toThrow(/500/);
  });

  it.each([
    [{ step: 0 }],
    [{ start: 10_000 }],
    [{ width: 21 }],
    [{ digits: 'custom' }],
    [{ digits: 'custom', alphabet: 'AA' }],
    [{ digits: 'custom', alphabet: 'A' }],
    [{ alphabet: 'AB' }],
    [{ reset: 'weekly' }],
  ])('refuses numbers that cannot be counted: %o', (rest) =>
    expect(() => withField({ serial: { ...serial, ...rest } })).toThrow(),
  );
  it('takes digits of one’s own', () =>
    expect(
      withField({ serial: { ...serial, digits: 'custom', alphabet: '甲乙丙' } }).fields,
    ).toHaveLength(1));
});

it('keeps names, locks, groups and guides of the designer, and bounds them', () => {
  const dressed = { name: '品名', locked: true, hidden: true, group: 'g' };
  const guides = { xMm: [3, 57], yMm: [] };
  const kept = parseTemplate(templateWith(dressed, { guides }));
  expect(kept.elements[0]).toMatchObject(dressed);
  expect(kept.guides).toEqual(guides);
  expect(() => parseTemplate(templateWith({ name: '名'.repeat(41) }))).toThrow(/40/);
  expect(() => parseTemplate(templateWith({ locked: false }))).toThrow();
  expect(() =>
    parseTemplate(templateWith({}, { guides: { xMm: Array(51).fill(1), yMm: [] } })),
  ).toThrow();
});
