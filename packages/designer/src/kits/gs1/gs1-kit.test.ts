import {
  evaluateFormulas,
  type LabelData,
  parseGs1,
  layoutLabel,
  rasterizeScene,
  SAMPLE_TIME,
  type Template,
} from '@yunbiao/label';
import { fillPlaceholders } from '@yunbiao/label/placeholders';
import { PREDEFINED_LENGTH } from '@yunbiao/label/gs1';
import { describe, expect, it } from 'vitest';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { testFonts } from '../../../../label/src/testing/fixtures.ts';
import {
  hasZbarimg,
  readWithZbarimg,
  readWithZxing,
} from '../../../../label/src/testing/readers.ts';
import { checkTemplate } from '../../check-template.ts';
import type { Doc } from '../../doc.ts';
import { insertKit, type Kit } from '../kit.ts';
import {
  changeGs1Code,
  createGs1Design,
  createGs1Kit,
  createUdiDesign,
  formatGs1CodeContent,
  formatGs1Text,
  getIdentifierSample,
  GS1_SYMBOLOGIES,
  type Gs1Design,
  readGs1Design,
} from './gs1-kit.ts';
import { findIdentifier, hasDecimals, IDENTIFIERS, resolveIdentifier } from './identifiers.ts';
import { previewGs1Design } from './preview.ts';
import { type Gs1Item, listColumnForms } from './values.ts';

const EMPTY: Template = { version: 1, widthMm: 70, heightMm: 40, fields: [], elements: [] };

const asKit = (made: ReturnType<typeof createGs1Kit>): Kit => {
  if ('refused' in made) throw new Error(made.refused);
  return made;
};

const insert = (design: Gs1Design, template = EMPTY): Doc =>
  insertKit(asKit(createGs1Kit(design, template)))({ template, chosen: [] });

/** The content of the first element with the values of a row. */
const fill = (template: Template, row: LabelData): string => {
  const data = {
    ...Object.fromEntries(template.fields.map((field) => [field.name, field.sample])),
    ...row,
  };
  const [element] = template.elements;
  const content = element && 'content' in element ? element.content : '';
  const evaluated = evaluateFormulas(template, data, { at: SAMPLE_TIME });
  expect([...evaluated.errors]).toEqual([]);
  return fillPlaceholders(content, evaluated.data).text;
};

const fixed = (ai: string, text: string): Gs1Item => ({ ai, value: { kind: 'fixed', text } });
const column = (ai: string, name: string, form = listColumnForms(ai)[0] ?? 'plain'): Gs1Item => ({
  ai,
  value: { kind: 'column', name, form },
});

const ITEMS = [
  column('10', '批号'),
  column('01', '条码'),
  column('17', '到期'),
  column('3103', '净重'),
];

const BRIEF = [column('01', '条码'), column('3103', '净重')];

const ROW = { 批号: 'AB-1', 条码: '6901234567892', 到期: '2027年1月5日', 净重: '1.25' };

describe('the content of a GS1 code', () => {
  it('is parsed by the engine into what the columns say, predefined lengths first', () => {
    const { template } = insert(createGs1Design('gs1-128', ITEMS));
    const { elements, message } = parseGs1(fill(template, ROW));
    expect(elements).toEqual([
      { ai: '01', value: '06901234567892' },
      { ai: '17', value: '270105' },
      { ai: '3103', value: '001250' },
      { ai: '10', value: 'AB-1' },
    ]);
    expect(message).not.toContain('\u001D');
  });

  it('keeps the order of the list when asked to', () => {
    const design = { ...createGs1Design('gs1-128', ITEMS), isOrdered: false };
    const { template } = insert(design);
    expect(parseGs1(fill(template, ROW)).message).toContain('AB-1\u001D01');
  });

  it.each([
    ['01', '690123456789', '06901234567892'],
    ['02', '690123456789', '06901234567892'],
    ['00', '10690123450000001', '106901234500000010'],
  ])('completes the check digit of (%s)', (ai, bare, value) => {
    const extra = ai === '02' ? [fixed('37', '4')] : [];
    const { template } = insert(createGs1Design('gs1-128', [column(ai, '码', 'check'), ...extra]));
    expect(parseGs1(fill(template, { 码: bare })).elements[0]).toEqual({ ai, value });
  });

  it.each(['01', '3103'])('leaves (%s) without content when its column is blank', (ai) => {
    const { template } = insert(createGs1Design('gs1-128', [column(ai, '列')]));
    expect(fill(template, { 列: '' })).toBe(`(${ai})`);
  });

  it('writes brackets of a fixed value so that they start no identifier', () => {
    const { template } = insert(createGs1Design('gs1-128', [fixed('10', 'A(21)B')]));
    expect(parseGs1(fill(template, {})).elements).toEqual([{ ai: '10', value: 'A(21)B' }]);
  });

  it.each(GS1_SYMBOLOGIES)('of %s opens again in the builder', (symbology) => {
    const items = [
      column('01', '条码', 'check'),
      column('17', '到期'),
      column('3102', '净 重'),
      column('10', '批 号'),
      { ai: '240', value: { kind: 'formula', source: '左(批号, 2) & "/"' } } as const,
      fixed('91', "50% (净) '"),
    ];
    const design = createGs1Design(symbology, items);
    const { template } = insert(design);
    const [element] = template.elements;
    const read = element && readGs1Design(element, template);
    expect(read?.symbology).toBe(symbology);
    const byAi = (list: readonly Gs1Item[] = []) => list.toSorted((a, b) => (a.ai < b.ai ? -1 : 1));
    expect(byAi(read?.items)).toEqual(byAi(items));
  });

  it('of another making does not open', () => {
    const { template } = insert(createGs1Design('qr', [fixed('01', '06901234567892')]));
    const [element] = template.elements;
    if (element?.type !== 'qr') throw new Error('no code');
    for (const content of ['https://example.com/a', 'hello', '', 'https://id.gs1.org/01'])
      expect(readGs1Design({ ...element, content }, template)).toBeNull();
  });
});

describe('GS1 Digital Link', () => {
  const link = (items: Gs1Item[], domain = 'https://id.gs1.org') =>
    formatGs1CodeContent({ ...createGs1Design('qr', items), domain });

  it('has the key, its qualifiers in their order, and attributes as query', () => {
    const items = [
      fixed('17', '270105'),
      fixed('21', '12345'),
      fixed('10', 'ABC'),
      fixed('01', '09506000134352'),
      fixed('22', '2A'),
      fixed('3103', '000195'),
    ];
    expect(link(items)).toEqual({
      content: 'https://id.gs1.org/01/09506000134352/22/2A/10/ABC/21/12345?17=270105&3103=000195',
    });
  });

  it('takes a domain with a path, and adds the check digit', () => {
    expect(link([fixed('00', '10690123450000001')], 'https://brand.example/some/')).toEqual({
      content: 'https://brand.example/some/00/106901234500000010',
    });
    expect(link([fixed('414', '9506000134376'), fixed('254', '32a/b')])).toEqual({
      content: 'https://id.gs1.org/414/9506000134376/254/32a%2Fb',
    });
  });

  it.each([
    [[fixed('10', 'A')], '要有一个主标识，例如 (01) 商品条码'],
    [[fixed('00', '106901234500000010'), fixed('21', 'A')], '网址里，(21) 不能跟在 (00) 后面'],
    [
      [fixed('01', '09506000134352'), fixed('235', 'T'), fixed('21', 'A')],
      '网址里，(235) 不能跟在 (01) 后面',
    ],
    [[], '先添加一个应用标识符'],
  ])('refuses %j', (items, refused) => {
    expect(link(items)).toEqual({ refused });
  });

  it.each(['id.gs1.org', 'https://a b', 'https://x/?a'])('refuses the domain %s', (domain) => {
    expect(link([fixed('01', '09506000134352')], domain)).toHaveProperty('refused');
  });

  it('encodes what a column says', () => {
    const { template } = insert(
      createGs1Design('qr', [column('01', '条码'), column('10', '批号')]),
    );
    expect(fill(template, { 条码: '6901234567892', 批号: "A/1%+(2)'!*" })).toBe(
      'https://id.gs1.org/01/06901234567892/10/A%2F1%25%2B%282%29%27%21%2A',
    );
  });
});

describe('the kit', () => {
  it('is a valid template in one step, selected, and each part is there', () => {
    const doc = insert(createUdiDesign());
    expect(checkTemplate(doc.template).problem).toBeNull();
    expect(doc.template.elements.map(({ type }) => type)).toEqual(['gs1-datamatrix', 'text']);
    expect(doc.chosen).toEqual(doc.template.elements.map(({ id }) => id));
    expect(doc.template.fields.map(({ name }) => name)).toEqual([
      '产品标识',
      '生产日期',
      '失效日期',
      '批号',
      '序列号',
      '注册证编号',
    ]);
    expect(formatGs1Text(createUdiDesign()).split('\n')).toEqual([
      'UDI',
      expect.stringMatching(/^\(01\)/),
      expect.stringMatching(/^\(11\)/),
      expect.stringMatching(/^\(17\)/),
      '(10){{批号}}',
      '(21){{序列号}}',
      '注册证编号：{{注册证编号}}',
    ]);
    expect(insert(createUdiDesign(), doc.template).template.fields).toEqual(doc.template.fields);
  });

  it.each(GS1_SYMBOLOGIES)(
    'of %s is read from its dots as what the engine parsed',
    async (symbology) => {
      const design = createGs1Design(symbology, symbology.startsWith('databar') ? BRIEF : ITEMS);
      const content = previewGs1Design(design, EMPTY, { data: ROW, at: SAMPLE_TIME }).printed;
      const sample = { content, rareCodes: () => RARE_ENCODERS };
      const { template } = insertKit(asKit(createGs1Kit(design, EMPTY, sample)))({
        template: { ...EMPTY, widthMm: 100 },
        chosen: [],
      });
      expect(fill(template, ROW)).toBe(content);
      const { message, text } =
        symbology === 'qr' ? { message: content, text: content } : parseGs1(content);
      const isDataBar = symbology.startsWith('databar');
      const scene = layoutLabel({
        template,
        data: ROW,
        media: { dpi: 300 },
        fonts: testFonts(),
        rareCodes: () => RARE_ENCODERS,
      });
      expect(
        scene.warnings.filter(({ elementId }) => elementId === template.elements[0]?.id),
      ).toEqual([]);
      const bitmap = rasterizeScene(scene);
      const formats = [
        'Code128',
        'DataMatrix',
        'DataBarExpanded',
        'DataBar Expanded Stacked',
        'QRCode',
      ] as const;
      const textMode = isDataBar ? 'HRI' : 'Plain';
      const read = await readWithZxing(bitmap, { formats: [...formats], textMode });
      expect([...new Set(read)]).toEqual([isDataBar ? text : message]);
      if (!hasZbarimg || !(symbology in ZBAR_NAMES)) return;
      const [other = ''] = readWithZbarimg(bitmap, [
        ZBAR_NAMES[symbology as keyof typeof ZBAR_NAMES],
      ]);
      expect(other.replace(/^\u001D/, '')).toBe(message);
    },
  );

  it('changed later, shows the new identifiers in its texts too', () => {
    const design = { ...createUdiDesign(), hasTitles: true };
    const doc = insert(design);
    const [code, text] = doc.template.elements;
    if (!code || !text) throw new Error('no elements');
    const next = {
      ...createUdiDesign(),
      symbology: 'qr' as const,
      items: design.items.slice(0, 3),
    };
    const changed = changeGs1Code(code.id, next)(doc).template.elements;
    expect(changed[0]).toMatchObject({ type: 'qr', id: code.id, name: 'GS1 条码' });
    expect(changed[1]).toMatchObject({ content: formatGs1Text({ ...next, hasTitles: true }) });
    expect(changeGs1Code(text.id, next)(doc)).toBe(doc);
  });

  it.each([
    ['6901234567890', '', '(01) 的校验位不对'],
    ['', '', '(01) 后面没有内容'],
    ['6901234567892', '不是日期', '“不是日期”不是日期'],
  ])('says before it is inserted what is wrong with %s %s', (条码, 到期, trouble) => {
    const data = { ...ROW, 条码, ...(到期 && { 到期 }) };
    const template = {
      ...EMPTY,
      fields: Object.keys(ROW).map((name) => ({ name, label: name, sample: '' })),
    };
    for (const symbology of ['gs1-128', 'qr'] as const)
      expect(
        previewGs1Design(createGs1Design(symbology, ITEMS), template, { data, at: SAMPLE_TIME })
          .trouble,
      ).toContain(trouble);
  });

  it('has a name for identifiers of the table only, and samples that they accept', () => {
    for (const { key } of IDENTIFIERS) {
      const ai = resolveIdentifier(key, 2);
      expect(listColumnForms(ai).length, key).toBeGreaterThan(0);
      expect(findIdentifier(ai)?.key).toBe(key);
      expect(() => parseGs1(`(${ai})`)).toThrow('后面没有内容');
      expect(hasDecimals(key)).toBe(key.endsWith('n'));
    }
    expect(new Set(IDENTIFIERS.map(({ key }) => key)).size).toBe(IDENTIFIERS.length);
    for (const ai of ['00', '01', '10', '11', '17', '21', '30', '3103']) {
      const { template } = insert(createGs1Design('gs1-128', [column(ai, '列')]));
      expect(() => parseGs1(fill(template, { 列: getIdentifierSample(ai) })), ai).not.toThrow();
    }
    expect(PREDEFINED_LENGTH.test('01')).toBe(true);
  });
});

/** DataBar Expanded and QR are also read by zbarimg; it reads no Data Matrix. */
const ZBAR_NAMES = {
  'gs1-128': 'code128',
  'databar-expanded': 'databar-exp',
  qr: 'qrcode',
} as const;
