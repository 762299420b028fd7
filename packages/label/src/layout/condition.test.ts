import { describe, expect, it } from 'vitest';
import { createLabelDataCheck } from '../check-data.ts';
import {
  checkTemplateFormulas,
  evaluateFormulas,
  listNeededNames,
  findUnprinted,
} from '../formulas.ts';
import { layoutLabelForPrint } from '../print-layout.ts';
import { buildSampleData, SAMPLE_TIME } from '../placeholders.ts';
import { makePng } from '../testing/make-png.ts';
import {
  createCode128Element,
  createQrElement,
  createTextElement,
  DRAWN,
  getLayout,
  getTemplate,
  readFixtureTemplate,
  testFonts,
} from '../testing/fixtures.ts';
import type { Scene } from '../scene.ts';
import type { Template, TemplateElement, TemplateField, TemplateGroup } from '../template.ts';
import { layoutLabel } from './layout.ts';

const BOX = { xMm: 1, yMm: 1, widthMm: 9, heightMm: 9, rotation: 0 } as const;
const nameFields = (...names: string[]): TemplateField[] =>
  names.map((name) => ({ name, label: name, sample: '' }));
const BLACK_PNG = Buffer.from(
  makePng({ width: 1, height: 1, depth: 8, colour: 0, rows: new Uint8Array(1) }),
).toString('base64');

/** A scene without the elements it was made from. */
const omitElements = ({ codes, ...scene }: Scene): unknown => ({
  ...scene,
  codes: codes.map(({ content }) => content),
});
const IF_FIRE = '类别 = "易燃"';

const ELEMENTS: Record<string, TemplateElement> = {
  text: createTextElement('火'),
  linear: createCode128Element('A1'),
  matrix: createQrElement('A1'),
  rect: { type: 'rect', id: 'r', ...BOX, lineMm: 0 },
  ellipse: { type: 'ellipse', id: 'o', ...BOX, lineMm: 0 },
  line: { type: 'line', id: 'l', ...BOX, lineMm: 1 },
  image: { type: 'image', id: 'i', ...BOX, image: 'a', fit: 'stretch', dither: 'threshold' },
  table: {
    type: 'table',
    id: 't',
    ...BOX,
    columnsMm: [1],
    rowsMm: [1],
    lineMm: 0.5,
    cells: [],
  },
};

const createFireTemplate = (elements: TemplateElement[], more: Partial<Template> = {}): Template =>
  getTemplate(elements, {
    fields: nameFields('类别', '甲', '数量'),
    images: [{ id: 'a', png: BLACK_PNG }],
    ...more,
  });

const listMessages = (template: Template, data: Record<string, string>): string[] =>
  getLayout(template, data).warnings.map(({ level, message }) => `${level} ${message}`);

describe('a condition', () => {
  it.each(Object.entries(ELEMENTS))(
    'decides for each label whether it prints: %s',
    (_, element) => {
      const conditional = createFireTemplate([{ ...element, showIf: IF_FIRE }]);
      const plain = getLayout(createFireTemplate([element]), { 类别: '易燃' });
      expect(plain.ops.length).toBeGreaterThan(0);
      const shown = getLayout(conditional, { 类别: '易燃' });
      expect(omitElements(shown)).toEqual(omitElements(plain));
      expect(getLayout(conditional, { 类别: '腐蚀' })).toMatchObject({
        ops: [],
        codes: [],
        warnings: [],
      });
    },
  );

  it('holds for a cell of a table, whose lines stay', () => {
    const cell = { type: 'text', content: '火', sizeMm: 2, weight: 400 } as const;
    const more = { align: 'left', fit: 'shrink', row: 1, column: 1 } as const;
    const table = { ...ELEMENTS['table'], cells: [{ ...cell, ...more, showIf: IF_FIRE }] };
    const template = createFireTemplate([table as TemplateElement]);
    const listKinds = (类别: string) => getLayout(template, { 类别 }).ops.map(({ kind }) => kind);
    expect(listKinds('易燃')).toEqual([...listKinds('腐蚀'), 'glyphs']);
    expect(listKinds('腐蚀')).toContain('rect');
  });

  it('leaves every dot of a label where it is when it always holds', () => {
    for (const name of DRAWN) {
      const template = readFixtureTemplate(name);
      const data = buildSampleData(template);
      const conditional = {
        ...template,
        groups: [{ id: 'outer' }, { id: 'all', parent: 'outer', showIf: '2 > 1' }],
        elements: template.elements.map((element) => ({
          ...element,
          group: 'all',
          showIf: '1 = 1',
        })),
      };
      const input = { data, media: { dpi: 203 }, fonts: testFonts(), at: SAMPLE_TIME } as const;
      expect(omitElements(layoutLabel({ ...input, template: conditional }))).toEqual(
        omitElements(layoutLabel({ ...input, template })),
      );
    }
  });

  it('takes its element out of all checks', () => {
    const fields: TemplateField[] = [
      ...nameFields('类别', '危险说明'),
      { name: '危险号', label: '危险号', sample: '', required: true },
      { name: '算', label: '算', sample: '', formula: '危险说明 * 2' },
    ];
    const elements: TemplateElement[] = [
      createTextElement('{{危险说明}}{{危险号}}{{没有这栏}}{{1 / 0}}{{算}}', { showIf: IF_FIRE }),
      createCode128Element('', { showIf: IF_FIRE }),
    ];
    const template = createFireTemplate(elements, { fields });
    const data = { 类别: '腐蚀', 危险说明: '\u{10FFFF}' };
    expect(getLayout(template, data).warnings).toEqual([]);
    expect(evaluateFormulas(template, data).errors.size).toBe(0);
    const listFaults = (row: Record<string, string>) =>
      createLabelDataCheck(template, testFonts(), (label) => listNeededNames(template, label))(
        row,
      ).map(({ code, field }) => `${field.name} ${code}`);
    expect(listFaults(data)).toEqual([]);
    expect(listFaults({ ...data, 类别: '易燃' })).toEqual([
      '危险说明 missing-glyph',
      '危险号 field-required',
    ]);
    expect(getLayout(template, { ...data, 类别: '易燃' }).warnings.length).toBeGreaterThan(4);
    // Without the formulas, fields of conditional elements are left to the later checks.
    expect(createLabelDataCheck(template)({ 类别: '' })).toEqual([]);
  });

  it('needs its own fields on every label', () => {
    const fields = [{ name: '类别', label: '类别', sample: '', required: true }];
    const template = createFireTemplate([createTextElement('火', { showIf: IF_FIRE })], { fields });
    expect(listMessages(template, {})).toEqual(['error 请填写类别']);
  });

  it.each([
    ['没有 = 1', '没有“没有”这一栏'],
    ['类别', '类别的内容“易燃”不是条件，条件要写成 数量 > 10 这样'],
    ['数量 > ', '公式没有写完'],
    ['类别 + 1 > 2', '类别的内容“易燃”不是数字'],
  ])('that fails is an error and hides nothing: %s', (showIf, reason) => {
    const element = createTextElement('火', { name: '火焰图标', showIf });
    const template = createFireTemplate([element]);
    const data = { 类别: '易燃', 数量: '1' };
    const scene = getLayout(template, data);
    expect(scene.ops).toHaveLength(1);
    expect(scene.warnings).toMatchObject([{ elementId: 't', level: 'error', code: 'formula' }]);
    expect(scene.warnings[0]?.message).toContain('“火焰图标”的打印条件：');
    expect(scene.warnings[0]?.message).toContain(reason);
    const input = { template, data, media: { dpi: 203 }, fonts: testFonts() } as const;
    expect(layoutLabelForPrint(input).ok).toBe(false);
  });

  it('is checked with the formulas of a template', () => {
    const template = createFireTemplate(
      [createTextElement('火', { name: '火焰', showIf: '没有 = 1', group: 'g' })],
      { groups: [{ id: 'g', name: '危险', showIf: '=' }] },
    );
    expect(checkTemplateFormulas(template).map(({ subject }) => subject)).toEqual([
      '组合“危险”的打印条件',
      '“火焰”的打印条件',
    ]);
  });

  it('is told by what it hides: the outermost owner, and everything that is not drawn', () => {
    const cell = { type: 'text', content: '火', sizeMm: 2, weight: 400 } as const;
    const more = { align: 'left', fit: 'shrink', row: 1, column: 1, showIf: '数量 > 1' } as const;
    const table = { ...ELEMENTS['table'], cells: [{ ...cell, ...more }] } as TemplateElement;
    const sign = createTextElement('火', { id: 'sign', group: 'g', showIf: '数量 > 1' });
    const groups = [{ id: 'g', showIf: IF_FIRE }];
    const template = createFireTemplate([table, sign], { groups });
    const find = (类别: string, 数量: string) => {
      const { owners, ids } = findUnprinted(template, { 类别, 数量 });
      return { owners: owners.map(({ id }) => id), ids: [...ids] };
    };
    expect(find('易燃', '1')).toEqual({ owners: ['t/1.1', 'sign'], ids: ['t/1.1', 'sign'] });
    expect(find('腐蚀', '2')).toEqual({ owners: ['g'], ids: ['sign'] });
    expect(find('易燃', '2')).toEqual({ owners: [], ids: [] });
    expect(findUnprinted(createFireTemplate([table]), { 数量: '多' }).ids.size).toBe(0);
    const hidden = createFireTemplate([{ ...table, hidden: true }]);
    expect(findUnprinted(hidden, { 数量: '1' }).owners).toEqual([]);
  });

  it('is stored with the label, so that a reprint decides the same', () => {
    const showIf = '今天() > "2026-06-01"';
    const template = createFireTemplate([createTextElement('火', { showIf })]);
    const { data } = evaluateFormulas(template, {}, { at: '2026-05-01T10:00:00' });
    expect(data).toEqual({ [`{条件}${showIf}`]: '否' });
    expect(getLayout(template, data)).toMatchObject({ ops: [], warnings: [] });
    expect(evaluateFormulas(template, data, { at: '2027-01-01T10:00:00' }).data).toEqual(data);
  });
});

describe('a group', () => {
  const inGroup = (more: Partial<TemplateElement> = {}): TemplateElement =>
    ({ ...createTextElement('火', { name: '火' }), group: 'inner', ...more }) as TemplateElement;
  const groups = (outer: object, inner: object = {}): TemplateGroup[] => [
    { id: 'outer', ...outer },
    { id: 'inner', parent: 'outer', ...inner },
  ];
  const countDrawn = (template: Template, data: Record<string, string>): number =>
    getLayout(template, data).ops.length;

  it('has a condition for everything in it, nested as well', () => {
    const template = createFireTemplate([inGroup(), inGroup({ id: 'b', showIf: '数量 > 1' })], {
      groups: groups({ showIf: IF_FIRE }),
    });
    expect(countDrawn(template, { 类别: '腐蚀', 数量: '5' })).toBe(0);
    expect(countDrawn(template, { 类别: '易燃', 数量: '1' })).toBe(1);
    expect(countDrawn(template, { 类别: '易燃', 数量: '5' })).toBe(2);
    // A condition inside is not asked when the group outside decides.
    expect(listMessages(template, { 类别: '腐蚀', 数量: '多' })).toEqual([]);
  });

  it('is hidden with everything in it', () => {
    const template = createFireTemplate([inGroup()], { groups: groups({ hidden: true }) });
    expect(getLayout(template, {}).ops).toEqual([]);
  });

  it('says an error in its condition once', () => {
    const template = createFireTemplate([inGroup(), inGroup({ id: 'b' })], {
      groups: groups({ name: '危险', showIf: '没有 = 1' }),
    });
    expect(listMessages(template, {})).toEqual(['error 组合“危险”的打印条件：没有“没有”这一栏']);
  });

  it('works without a description, as before', () => {
    expect(countDrawn(createFireTemplate([inGroup()]), {})).toBe(1);
    expect(countDrawn(createFireTemplate([inGroup()], { groups: [{ id: 'other' }] }), {})).toBe(1);
  });

  it.each([
    ['equal ids', [{ id: 'a' }, { id: 'a' }], '有两个组合的 id 都是“a”'],
    ['an unknown parent', [{ id: 'a', parent: 'b' }], '组合“a”的上级“b”不存在'],
    ['itself', [{ id: 'a', parent: 'a' }], '组合“a”绕回了自己'],
    [
      'a cycle',
      [
        { id: 'a', name: '甲', parent: 'b' },
        { id: 'b', parent: 'a' },
      ],
      '组合“甲”绕回了自己',
    ],
    [
      'too deep',
      Array.from({ length: 9 }, (_, i) => ({ id: `${i}`, ...(i > 0 && { parent: `${i - 1}` }) })),
      '组合最多套 8 层',
    ],
  ])('is refused with %s', (_, bad, message) => {
    expect(() => getLayout(createFireTemplate([inGroup()], { groups: bad }))).toThrow(message);
  });

  it('costs each label the elements and conditions once', () => {
    const elements = Array.from({ length: 200 }, (_, i) =>
      inGroup({ id: `e${i}`, showIf: `数量 > ${i}` }),
    );
    const template = createFireTemplate(elements, { groups: groups({ showIf: IF_FIRE }) });
    const { data } = evaluateFormulas(template, { 类别: '易燃', 数量: '100' });
    // The typed values, one result for the group and one for each element.
    expect(Object.keys(data)).toHaveLength(2 + 1 + 200);
    expect(countDrawn(template, data)).toBe(100);
  });
});
