import { evaluateFormulas, type LabelData, SAMPLE_TIME, type Template } from '@yunbiao/label';
import { fillPlaceholders } from '@yunbiao/label/placeholders';
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../check-template.ts';
import { insertKit } from '../kit.ts';
import { type NutrientName, NUTRIENTS, SALT_OIL_SUGAR } from './nutrients.ts';
import {
  changeEdition,
  createNutritionDesign,
  createNutritionKit,
  type NutritionDesign,
} from './nutrition-kit.ts';

const EMPTY: Template = { version: 1, widthMm: 60, heightMm: 60, fields: [], elements: [] };

const insert = (design: NutritionDesign): Template => {
  const kit = createNutritionKit(design, EMPTY);
  if ('refused' in kit) throw new Error(kit.refused);
  return insertKit(kit)({ template: EMPTY, chosen: [] }).template;
};

/** Rows of the table as printed. */
const print = (template: Template, data: LabelData): string[] => {
  const samples = template.fields.filter(({ formula }) => formula === undefined);
  const row = { ...Object.fromEntries(samples.map(({ name, sample }) => [name, sample])), ...data };
  const evaluated = evaluateFormulas(template, row, { at: SAMPLE_TIME });
  expect([...evaluated.errors]).toEqual([]);
  const [table] = template.elements;
  const lines: string[] = [];
  for (const cell of table?.type === 'table' ? table.cells : [])
    lines[cell.row - 1] =
      `${lines[cell.row - 1] ?? ''}${cell.column > 1 ? ' ' : ''}${fillPlaceholders(cell.content, evaluated.data).text}`;
  return lines;
};

const printOne = (name: NutrientName, amount: string): string => {
  const design = createNutritionDesign('2025');
  const template = insert({
    ...design,
    values: { ...design.values, [name]: { kind: 'column', name } },
  });
  return (
    print(template, { [name]: amount }).find((line) =>
      line.replace('—', '').startsWith(`${name} `),
    ) ?? ''
  );
};

describe('the nutrition table', () => {
  it('has title, heading and the five rows of GB 28050-2011, with shares of the reference values', () => {
    const template = insert(createNutritionDesign('2011'));
    expect(checkTemplate(template).problem).toBeNull();
    const row = { 能量: '1841', 蛋白质: '5.0', 脂肪: '20.8', 碳水化合物: '58.2', 钠: '25' };
    expect(print(template, row)).toEqual([
      '营养成分表',
      '项目 每100克(g) NRV%',
      '能量 1841 kJ 22%',
      '蛋白质 5.0 g 8%',
      '脂肪 20.8 g 35%',
      '碳水化合物 58.2 g 19%',
      '钠 25 mg 1%',
    ]);
  });

  it('has seven rows and the line on salt, oil and sugar for GB 28050-2025', () => {
    const template = insert({ ...createNutritionDesign('2025'), allergens: ['乳', '花生'] });
    expect(
      print(template, {})
        .slice(2)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['能量', '蛋白质', '脂肪', '—饱和脂肪', '碳水化合物', '—糖', '钠']);
    expect(template.elements[1]).toMatchObject({
      content: `${SALT_OIL_SUGAR}\n致敏物质提示：含有花生、乳及其制品`,
    });
  });

  it.each([
    ['能量', '17', '能量 0 kJ 0%'],
    ['能量', '17.4', '能量 17 kJ 0%'],
    ['能量', '100.5', '能量 101 kJ 1%'],
    ['蛋白质', '0.5', '蛋白质 0 g 0%'],
    ['蛋白质', '0.51', '蛋白质 0.5 g 1%'],
    ['脂肪', '2.25', '脂肪 2.3 g 4%'],
    ['饱和脂肪', '0.1', '—饱和脂肪 0 g 0%'],
    ['饱和脂肪', '3', '—饱和脂肪 3.0 g 15%'],
    ['反式脂肪', '0.3', '—反式脂肪 0 g —'],
    ['糖', '12.34', '—糖 12.3 g —'],
    ['膳食纤维', '6', '膳食纤维 6.0 g 24%'],
    ['钠', '5', '钠 0 mg 0%'],
    ['钠', '580', '钠 580 mg 29%'],
    ['钠', '', '钠  mg '],
  ] as const)('prints %s of %s as %s', (name, amount, line) => {
    expect(printOne(name, amount)).toBe(line);
  });

  it('keeps a typed number as a column that can be changed in one place', () => {
    const design = createNutritionDesign('2011');
    const template = insert({
      ...design,
      values: { ...design.values, 钠: { kind: 'number', text: '580' } },
    });
    expect(template.fields.find(({ name }) => name === '钠')).toMatchObject({ formula: '580' });
    expect(print(template, {})).toContain('钠 580 mg 29%');
  });

  it('is refused without a row that the standard asks for, and with a word for a number', () => {
    const design = createNutritionDesign('2025');
    const { 糖: _, ...values } = design.values;
    expect(createNutritionKit({ ...design, values }, EMPTY)).toEqual({
      refused: 'GB 28050-2025 要求标示糖',
    });
    expect(
      createNutritionKit(
        { ...design, values: { ...design.values, 糖: { kind: 'number', text: '少许' } } },
        EMPTY,
      ),
    ).toEqual({ refused: '糖要填一个数' });
    expect(createNutritionKit({ ...design, basis: ' ' }, EMPTY)).toHaveProperty('refused');
  });

  it('takes the rows of the other edition, and keeps those added by hand', () => {
    const design = createNutritionDesign('2025');
    const withFibre = {
      ...design,
      values: { ...design.values, 膳食纤维: { kind: 'column', name: '纤维' } },
    } as const;
    const older = changeEdition(withFibre, '2011');
    expect(Object.keys(older.values).toSorted()).toEqual(
      ['能量', '蛋白质', '脂肪', '碳水化合物', '钠', '膳食纤维'].toSorted(),
    );
    expect(Object.keys(changeEdition(older, '2025').values)).toHaveLength(8);
    expect(new Set(NUTRIENTS.map(({ name }) => name)).size).toBe(NUTRIENTS.length);
  });
});
