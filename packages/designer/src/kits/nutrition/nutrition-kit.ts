import type { TableCell, TableElement, Template, TemplateField, TextElement } from '@yunbiao/label';
import { formatFieldReference } from '@yunbiao/label/formula';
import { createField } from '../../fields.ts';
import type { Kit } from '../kit.ts';
import {
  type Allergen,
  ALLERGENS,
  type Edition,
  type Nutrient,
  type NutrientName,
  NUTRIENTS,
  REQUIRED_NUTRIENTS,
  SALT_OIL_SUGAR,
} from './nutrients.ts';

/** A typed content, or the column that has it. */
export type NutrientValue = { kind: 'number'; text: string } | { kind: 'column'; name: string };

export type NutritionDesign = {
  edition: Edition;
  /** Heading of the contents: `每100克(g)`. */
  basis: string;
  values: Readonly<Partial<Record<NutrientName, NutrientValue>>>;
  allergens: readonly Allergen[];
};

export const BASES = ['每100克(g)', '每100毫升(mL)'] as const;

export const createNutritionDesign = (edition: Edition): NutritionDesign => ({
  edition,
  basis: BASES[0],
  values: Object.fromEntries(
    REQUIRED_NUTRIENTS[edition].map((name) => [name, { kind: 'column', name }]),
  ),
  allergens: [],
});

/** Nutrients of another edition; those that were added by hand stay. */
export const changeEdition = (design: NutritionDesign, edition: Edition): NutritionDesign => {
  const optional = REQUIRED_NUTRIENTS[design.edition];
  const sharedValues = Object.entries(design.values).filter(
    ([name]) =>
      REQUIRED_NUTRIENTS[edition].includes(name as NutrientName) ||
      !optional.includes(name as NutrientName),
  );
  const values = { ...createNutritionDesign(edition).values, ...Object.fromEntries(sharedValues) };
  return { ...design, edition, values };
};

const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;

/** Why a design cannot be drawn; '' when it can. */
export const explainNutritionRefusal = ({ values, edition, basis }: NutritionDesign): string => {
  const missing = REQUIRED_NUTRIENTS[edition].find((name) => values[name] === undefined);
  if (missing) return `GB 28050-${edition} 要求标示${missing}`;
  if (basis.trim() === '') return '要写每多少，例如 每份（30 g）';
  const wrong = Object.entries(values).find(
    ([, value]) => value.kind === 'number' && !NUMBER.test(value.text.trim()),
  );
  return wrong ? `${wrong[0]}要填一个数` : '';
};

/** The content as the table shows it: 0 up to the limit, otherwise rounded to the interval. */
export const buildAmountFormula = (nutrient: Nutrient, reference: string): string => {
  const rounded =
    nutrient.decimals === 0 ? `四舍五入(${reference})` : `小数(${reference}, ${nutrient.decimals})`;
  return `如果(${reference} <= ${nutrient.zeroUpTo}, 0, ${rounded})`;
};

/** Share of the reference value, of the content as shown and in whole per cent (annex A.2). */
export const buildShareFormula = (nutrient: Nutrient, reference: string): string | null =>
  nutrient.reference === undefined
    ? null
    : `如果(为空(${reference}), "", 百分比(除(数(${buildAmountFormula(nutrient, reference)}), ${nutrient.reference}, 6)))`;

type Row = { nutrient: Nutrient; field: TemplateField };

/** A typed number is a computed column: amount and share follow when it is changed. */
const createRowField = (
  name: NutrientName,
  value: NutrientValue,
  fields: readonly TemplateField[],
): TemplateField => {
  if (value.kind === 'number')
    return { ...createField(fields, name, value.text.trim()), formula: value.text.trim() };
  return fields.find((field) => field.name === value.name) ?? createField(fields, value.name, '10');
};

const listRows = (design: NutritionDesign, template: Template): Row[] => {
  const rows: Row[] = [];
  for (const nutrient of NUTRIENTS) {
    const value = design.values[nutrient.name];
    if (!value) continue;
    const fields = [...template.fields, ...rows.map(({ field }) => field)];
    rows.push({ nutrient, field: createRowField(nutrient.name, value, fields) });
  }
  return rows;
};

const COLUMNS_MM = [18, 17, 13];
const ROW_MM = 3.5;
const TEXT_MM = 2.25;

const createCell = (
  row: number,
  column: number,
  content: string,
  more: Partial<Extract<TableCell, { type: 'text' }>> = {},
): TableCell => ({
  row,
  column,
  type: 'text',
  content,
  sizeMm: TEXT_MM,
  weight: 400,
  align: column === 1 ? 'left' : 'right',
  fit: 'shrink',
  ...more,
});

const createRowCells = ({ nutrient, field }: Row, row: number): TableCell[] => {
  const reference = formatFieldReference(field.name) ?? field.name;
  const share = buildShareFormula(nutrient, reference);
  return [
    createCell(row, 1, nutrient.isPart ? `—${nutrient.name}` : nutrient.name),
    createCell(row, 2, `{{${buildAmountFormula(nutrient, reference)}}} ${nutrient.unit}`),
    createCell(row, 3, share === null ? '—' : `{{${share}}}`),
  ];
};

const createTable = (design: NutritionDesign, rows: readonly Row[]): TableElement => {
  const heading = { align: 'center', weight: 700 } as const;
  const count = rows.length + 2;
  return {
    type: 'table',
    id: '',
    xMm: 0,
    yMm: 0,
    widthMm: COLUMNS_MM.reduce((sum, side) => sum + side, 0),
    heightMm: count * ROW_MM,
    rotation: 0,
    name: '营养成分表',
    columnsMm: COLUMNS_MM,
    rowsMm: Array.from({ length: count }, () => ROW_MM),
    lineMm: 0.25,
    paddingMm: 0.4,
    cells: [
      createCell(1, 1, '营养成分表', { ...heading, columnSpan: 3 } as object),
      createCell(2, 1, '项目', heading),
      createCell(2, 2, design.basis.trim(), heading),
      createCell(2, 3, 'NRV%', heading),
      ...rows.flatMap((row, i) => createRowCells(row, i + 3)),
    ],
  };
};

/** Lines below the table. */
export const formatNutritionText = ({ edition, allergens }: NutritionDesign): string => {
  const ticked = ALLERGENS.filter((name) => allergens.includes(name));
  return [
    ...(edition === '2025' ? [SALT_OIL_SUGAR] : []),
    ...(ticked.length > 0 ? [`致敏物质提示：含有${ticked.join('、')}及其制品`] : []),
  ].join('\n');
};

/** The table with the columns that it needs, and the lines below it. */
export const createNutritionKit = (
  design: NutritionDesign,
  template: Template,
): Kit | { refused: string } => {
  const refused = explainNutritionRefusal(design);
  if (refused) return { refused };
  const rows = listRows(design, template);
  const table = createTable(design, rows);
  const content = formatNutritionText(design);
  const text: TextElement = {
    type: 'text',
    id: '',
    xMm: 0,
    yMm: table.heightMm + 0.5,
    widthMm: table.widthMm,
    heightMm: content.split('\n').length * 3 + 3,
    rotation: 0,
    content,
    sizeMm: TEXT_MM,
    minSizeMm: 1.8,
    weight: 400,
    align: 'left',
    fit: 'wrap',
  };
  const fieldNames = new Set(template.fields.map(({ name }) => name));
  return {
    elements: content === '' ? [table] : [table, text],
    fields: rows.map(({ field }) => field).filter(({ name }) => !fieldNames.has(name)),
  };
};
