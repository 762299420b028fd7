import { describe, expect, it } from 'vitest';
import { createLabelDataCheck } from './check-data.ts';
import { checkTemplateFormulas, evaluateFormulas } from './formulas.ts';
import { buildSampleData } from './placeholders.ts';
import { layoutLabel } from './layout/layout.ts';
import { layoutLabelForPrint } from './print-layout.ts';
import { getLayout, getTemplate, testFonts, createTextElement } from './testing/fixtures.ts';
import type { Template, TemplateField } from './template.ts';

const createField = (name: string, rest: Partial<TemplateField> = {}): TemplateField => ({
  name,
  label: name,
  sample: '',
  ...rest,
});
const createLabel = (contents: string[], fields: TemplateField[]): Template => ({
  ...getTemplate(contents.map((content, index) => createTextElement(content, { id: `t${index}` }))),
  fields,
});
const listErrors = (template: Template, data: Record<string, string>): string[] =>
  getLayout(template, data)
    .warnings.filter(({ level }) => level === 'error')
    .map(({ message }) => message);

const AT = '2026-11-23T14:05:09';

describe('what stands in the braces', () => {
  it('is a field where there is one of that name, however it looks', () => {
    const template = createLabel(
      ['{{单价 * 2}}{{ 左(1) }}'],
      [createField('单价 * 2'), createField('左(1)')],
    );
    expect(evaluateFormulas(template, { '单价 * 2': 'a', '左(1)': 'b' }).data).toEqual({
      '单价 * 2': 'a',
      '左(1)': 'b',
    });
    expect(getLayout(template, { '单价 * 2': '甲', '左(1)': '乙' })).toEqual(
      getLayout(createLabel(['甲乙'], template.fields), {}),
    );
  });

  it('is drawn as what the formula makes', () => {
    const template = createLabel(
      ['合计 {{小数(单价 * 数量)}} 元'],
      [createField('单价'), createField('数量')],
    );
    expect(getLayout(template, { 单价: '0.1', 数量: '3' })).toEqual(
      getLayout(createLabel(['合计 0.30 元'], template.fields), {}),
    );
  });

  it('is missing as ever when it is only a name', () => {
    expect(listErrors(createLabel(['{{价格}}'], []), {})).toEqual(['缺少字段“价格”的内容']);
    expect(evaluateFormulas(createLabel(['{{价格}}'], []), { 价格: '3' }).data).toEqual({
      价格: '3',
    });
  });

  it('is said to be wrong with its element, and the label is not printed', () => {
    const template = createLabel(['{{小数(单价)}}'], [createField('单价')]);
    expect(listErrors(template, { 单价: '面议' })).toEqual([
      '文字“小数(单价)”：单价的内容“面议”不是数字',
    ]);
    expect(
      layoutLabelForPrint({
        template,
        data: { 单价: '面议' },
        media: { dpi: 203 },
        fonts: testFonts(),
      }),
    ).toEqual({
      ok: false,
      reason: '文字“小数(单价)”：单价的内容“面议”不是数字',
    });
    expect(listErrors(createLabel(['{{1 +}}'], []), {})).toEqual(['文字“1 +”：公式没有写完']);
  });
});

describe('a field with a formula', () => {
  const fields = [
    createField('金额', { label: '金额（元）' }),
    createField('大写', { label: '大写', formula: '"人民币" & 大写金额(金额)' }),
    createField('一行', { label: '一行', formula: '大写 & "（" & 小数(金额) & "）"' }),
  ];

  it('may use one before or after it', () => {
    for (const order of [fields, fields.toReversed()])
      expect(evaluateFormulas(createLabel([], order), { 金额: '6007.14' }).data).toEqual({
        金额: '6007.14',
        大写: '人民币陆仟零柒元壹角肆分',
        一行: '人民币陆仟零柒元壹角肆分（6007.14）',
      });
  });

  it('says through which field it went wrong', () => {
    expect(listErrors(createLabel(['{{一行}}'], fields), { 金额: '一百' })).toEqual([
      '文字“一行”，一行：大写：金额（元）的内容“一百”不是数字',
    ]);
  });

  it('cannot need itself', () => {
    const circle = [
      createField('甲', { formula: '乙 & 1' }),
      createField('乙', { formula: '甲 & 2' }),
    ];
    const { data, errors: formulaErrors } = evaluateFormulas(createLabel([], circle), {});
    expect(data).toEqual({});
    expect(formulaErrors.get('甲')).toBe('乙：公式绕回了自己：甲 → 乙 → 甲');
    expect(
      evaluateFormulas(createLabel([], [createField('甲', { formula: '甲' })]), {}).errors.size,
    ).toBe(1);
  });

  it('uses others in a row as long as a stack is not', () => {
    const createChain = (formula: (next: string) => string): TemplateField[] =>
      Array.from({ length: 60 }, (_, i) =>
        createField(`f${i}`, { formula: formula(i < 59 ? `f${i + 1}` : '1') }),
      );
    expect(
      evaluateFormulas(
        createLabel(
          [],
          createChain((next) => `${next} + 1`),
        ),
        {},
      ).data['f0'],
    ).toBe('61');
    const long = [
      createChain((next) => next + '+1'.repeat(248)),
      createChain((next) => `${'ABS('.repeat(31)}${next}${')'.repeat(31)}`),
    ];
    for (const fields of long)
      expect(evaluateFormulas(createLabel([], fields), {}).errors.get('f0')).toContain(
        '连得太长，算不了',
      );
    // One formula may have as many terms as fit into its length.
    expect(evaluateFormulas(createLabel([`{{1${'+1'.repeat(499)}}}`], []), {}).errors.size).toBe(0);
  });

  it('is told a few at a time, each with some names of its element', () => {
    const wrong = Array.from({ length: 400 }, (_, i) => `{{=${i}}}`).join('');
    const errors = listErrors(createLabel([wrong], []), {});
    expect(errors).toHaveLength(5);
    expect(errors[0]).toBe('文字“=0、=1、=2、=3、=4、=5…”：“=”前面缺内容');
  });

  it('is refused where braces hold more than is worked out for a label', () => {
    const contents = [0, 250].map((from) =>
      Array.from({ length: 250 }, (_, i) => `{{${from + i}}}`).join(''),
    );
    expect(listErrors(createLabel(contents, []), {})).toEqual([]);
    expect(() => listErrors(createLabel([...contents, '{{甲}}'], []), {})).toThrow(
      '最多 500 种内容',
    );
  });

  it('is not asked for, and has no sample: it is worked out there, too', () => {
    const template = createLabel(['{{大写}}'], fields);
    expect(createLabelDataCheck(template)({ 金额: '1' })).toEqual([]);
    expect(buildSampleData(template)).toEqual({ 金额: '' });
  });

  it('keeps what was stored with the label', () => {
    expect(
      evaluateFormulas(createLabel([], fields), { 金额: '1', 大写: '旧', 一行: '旧' }).data,
    ).toEqual({
      金额: '1',
      大写: '旧',
      一行: '旧',
    });
  });
});

describe('the time', () => {
  const template = createLabel(['{{星期(加月(今天(), 6))}} {{日期格式(现在(), "HH:mm")}}'], []);

  it('is handed in: the same label is the same dots whenever it is drawn', () => {
    const input = { template, data: {}, media: { dpi: 203 }, fonts: testFonts(), at: AT } as const;
    const drawn = layoutLabel(input);
    expect(drawn).toEqual(getLayout(createLabel(['星期日 14:05'], []), {}));
    expect(layoutLabel(input)).toEqual(drawn);
  });

  it('is an error where nobody said it', () =>
    expect(listErrors(template, {})[0]).toContain('不知道现在是哪天'));
});

describe('a template', () => {
  it('says which formulas are none before any label', () => {
    const template = createLabel(
      ['{{小数(单价)}}', '{{小数(}}', '{{数量}}'],
      [createField('单价'), createField('合计', { formula: '单价 * 数目' })],
    );
    expect(checkTemplateFormulas(template)).toEqual([
      { name: '合计', subject: '“合计”的公式', message: '没有“数目”这一栏' },
      { name: '小数(', subject: '“小数(”的公式', message: '公式没有写完' },
      { name: '数量', subject: '“数量”的公式', message: '没有“数量”这一栏' },
    ]);
  });

  it('never reads inherited names', () => {
    expect(listErrors(createLabel(['{{constructor & ""}}'], []), {})[0]).toContain(
      '没有“constructor”这一栏',
    );
  });
});
