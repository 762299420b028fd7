import {
  evaluateFormulas,
  type LabelData,
  type Template,
  type TemplateField,
} from '@yunbiao/label';
import { fillPlaceholders } from '@yunbiao/label/placeholders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getSolePlaceholderText,
  convertContentMode,
  type ConversionInput,
  buildColumnsFilledCondition,
  getContentMode,
  splitCondition,
  addConditionToContent,
} from './content.ts';

const FIELDS: TemplateField[] = [
  { name: '品名', label: '品名', sample: '红富士' },
  { name: '商品 价', label: '价', sample: '12.80' },
  {
    name: '号',
    label: '号',
    sample: '0001',
    serial: { start: 1, step: 1, width: 4, digits: 'decimal', reset: 'never', perCopy: true },
  },
];

const VALUES: LabelData = { 品名: '红富士', '商品 价': '12.80', 号: '0001' };

const FROM: ConversionInput = {
  fields: FIELDS,
  values: VALUES,
  rows: [],
  spare: [],
  createColumn: (sample) => ({ name: '新', label: '新', sample }),
  createSerial: () => ({ name: '序号', label: '序号', sample: '1' }),
};

const getTemplate = (content: string): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: FIELDS,
  elements: [
    {
      type: 'text',
      id: 't',
      xMm: 0,
      yMm: 0,
      widthMm: 10,
      heightMm: 5,
      rotation: 0,
      content,
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
});

/** Text that a label shows for a content string. */
const evaluateContent = (content: string): string => {
  const { data } = evaluateFormulas(getTemplate(content), VALUES, { at: '2026-01-05T09:30:00' });
  return fillPlaceholders(content, data).text;
};

const getContent = (content: string, to: Parameters<typeof convertContentMode>[1]): string => {
  const next = convertContentMode(content, to, FROM);
  return 'content' in next ? next.content : next.refused;
};

describe('how a content is put together', () => {
  it.each([
    ['生鲜', 'fixed'],
    ['', 'fixed'],
    ['{{品名}}', 'column'],
    ['{{ 商品 价 }}', 'column'],
    ['{{没有的}}', 'column'],
    ['{{号}}', 'serial'],
    ['￥{{商品 价}}', 'joined'],
    ['{{品名}}{{号}}', 'joined'],
    ['{{小数([商品 价] * 2)}}', 'expression'],
  ] as const)('%s is %s', (content, mode) => expect(getContentMode(content, FIELDS)).toBe(mode));

  it('becomes another way of saying the same', () => {
    expect(getContent('￥{{商品 价}}', 'fixed')).toBe('￥12.80');
    expect(getContent('￥{{商品 价}}', 'column')).toBe('{{商品 价}}');
    expect(getContent('￥{{商品 价}}', 'expression')).toBe('{{"￥" & [商品 价]}}');
    expect(getContent('{{"￥" & [商品 价]}}', 'joined')).toBe('￥{{商品 价}}');
    expect(getContent('￥{{商品 价}}', 'serial')).toBe('{{号}}');
    expect(getSolePlaceholderText('{{ 品名 }}')).toBe('品名');
  });

  it('makes a column of a text of its own, with it as the sample', () =>
    expect(convertContentMode('生鲜', 'column', FROM)).toEqual({
      content: '{{新}}',
      field: { name: '新', label: '新', sample: '生鲜' },
    }));

  it('takes a column nothing shows yet, where there is one', () => {
    const spare = [{ name: '产地', label: '产地', sample: '烟台' }];
    const values = { ...VALUES, 产地: '烟台' };
    const from = { ...FROM, fields: [...FIELDS, ...spare], values, spare };
    for (const untouched of ['', '文字', '烟台'])
      expect(convertContentMode(untouched, 'column', from), untouched).toEqual({
        content: '{{产地}}',
      });
    expect(convertContentMode('{{品名}}', 'column', from)).toEqual({ content: '{{品名}}' });
  });

  it('takes none that would put another word in the place of what was typed', () => {
    const spare = [{ name: '产地', label: '产地', sample: '烟台' }];
    const values = { ...VALUES, 产地: '烟台' };
    const from = { ...FROM, fields: [...FIELDS, ...spare], values, spare };
    expect(convertContentMode('生鲜', 'column', from)).toHaveProperty('field.sample', '生鲜');
    // Another row has another value in this field, so a new field is needed.
    const rows = [{ 产地: '烟台' }, { 产地: '洛川' }];
    expect(convertContentMode('烟台', 'column', { ...from, rows })).toHaveProperty(
      'field.sample',
      '烟台',
    );
    const same = [{ 产地: '烟台' }, { 产地: '烟台' }];
    expect(convertContentMode('烟台', 'column', { ...from, rows: same })).toEqual({
      content: '{{产地}}',
    });
    expect(convertContentMode('文字', 'column', { ...from, rows })).toEqual({
      content: '{{产地}}',
    });
  });

  it('refuses what no formula can say', () =>
    expect(convertContentMode('{花}', 'expression', FROM)).toHaveProperty('refused'));
});

const text = fc.string({ unit: fc.constantFrom('甲', 'a', ' ', '"', '“', '&', '1', '\n', '（') });
const brace = fc.constantFrom(
  '{{品名}}',
  '{{商品 价}}',
  '{{号}}',
  '{{小数([商品 价] * 2)}}',
  '{{品名 = "红富士"}}',
  '{{1 + 2}}',
);
const content = fc.array(fc.oneof(text, brace), { maxLength: 6 }).map((parts) => parts.join(''));

describe('any content', () => {
  it('prints the same as an expression, and as that joined again', () =>
    fc.assert(
      fc.property(content, (item) => {
        const expression = getContent(item, 'expression');
        expect(evaluateContent(expression)).toBe(evaluateContent(item));
        expect(evaluateContent(getContent(expression, 'joined'))).toBe(evaluateContent(item));
      }),
    ));

  it('keeps its condition apart from what it says', () =>
    fc.assert(
      fc.property(content, (item) => {
        const conditionalContent = addConditionToContent(
          { condition: '非(为空(品名))', body: item },
          FIELDS,
        );
        expect(conditionalContent).not.toBeNull();
        if (conditionalContent === null) return;
        const { condition, body } = splitCondition(conditionalContent, FIELDS);
        expect(condition).toBe('非(为空(品名))');
        expect(evaluateContent(body)).toBe(evaluateContent(item));
        expect(evaluateContent(conditionalContent)).toBe(evaluateContent(item));
        expect(addConditionToContent({ condition: '1 = 2', body: item }, FIELDS)).not.toBeNull();
      }),
    ));
});

describe('a condition', () => {
  it('says that the columns used have something in them', () => {
    expect(buildColumnsFilledCondition('产地：{{品名}}', FIELDS)).toBe('非(为空(品名))');
    expect(buildColumnsFilledCondition('{{品名}}{{商品 价}}', FIELDS)).toBe(
      '且(非(为空(品名)), 非(为空([商品 价])))',
    );
    expect(buildColumnsFilledCondition('生鲜', FIELDS)).toBeNull();
  });

  it('is none where there is something else to print instead', () =>
    expect(splitCondition('{{如果(为空(品名), "无", 品名)}}', FIELDS).condition).toBeNull());
});
