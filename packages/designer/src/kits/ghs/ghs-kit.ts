import { FORMULA_LENGTH } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement, TemplateImage, TextElement } from '@yunbiao/label';
import { formatFieldReference } from '@yunbiao/label/formula';
import { computeBounds, roundMm } from '../../box.ts';
import { createField } from '../../fields.ts';
import type { Kit } from '../kit.ts';
import { type PictogramId, PICTOGRAMS } from './pictograms.ts';

/** Codes chosen for all labels, or the column that has the codes of each row. */
export type Codes = { kind: 'chosen'; codes: readonly string[] } | { kind: 'column'; name: string };

export type GhsDesign = {
  pictograms: readonly PictogramId[];
  signalWord: '危险' | '警告' | '';
  hazards: Codes;
  precautions: Codes;
  /** Lines for the name of the product, CAS, UN number, supplier and emergency telephone. */
  lines: readonly GhsLine[];
};

export const GHS_LINES = ['品名', 'CAS 号', 'UN 编号', '供应商', '地址', '应急电话'] as const;

export type GhsLine = (typeof GHS_LINES)[number];

const SAMPLES: Readonly<Record<GhsLine, string>> = {
  品名: '乙醇',
  'CAS 号': '64-17-5',
  'UN 编号': 'UN1170',
  供应商: '供应商名称',
  地址: '供应商地址',
  应急电话: '应急咨询电话',
};

export const createGhsDesign = (): GhsDesign => ({
  pictograms: [],
  signalWord: '危险',
  hazards: { kind: 'chosen', codes: [] },
  precautions: { kind: 'chosen', codes: [] },
  lines: [...GHS_LINES],
});

/** Pictograms of the chosen hazard statements. */
export const listPictogramsOfHazards = (codes: readonly string[]): PictogramId[] =>
  (Object.keys(PICTOGRAMS) as PictogramId[]).filter((id) =>
    PICTOGRAMS[id].hazards.some((code) => codes.includes(code)),
  );

/** Condition that the codes of a row lead to a pictogram; null when no known code does. */
export const buildPictogramCondition = (id: PictogramId, column: string): string | null => {
  const reference = formatFieldReference(column);
  const tests = PICTOGRAMS[id].hazards.map((code) => `包含(大写字母(${reference}), "${code}")`);
  if (reference === null || tests.length === 0) return null;
  const condition = tests.length === 1 ? (tests[0] ?? '') : `或(${tests.join(', ')})`;
  return condition.length > FORMULA_LENGTH ? null : condition;
};

const formatStatements = (
  call: string,
  codes: Codes,
  statements: Readonly<Record<string, string>>,
): string => {
  if (codes.kind === 'column')
    return `{{${call}(${formatFieldReference(codes.name) ?? codes.name})}}`;
  return codes.codes.map((code) => `${statements[code] ?? ''}。`).join('');
};

/** Width of the kit on a label that has room, mm. */
const WIDTH_MM = 80;
const EDGE_MM = 1;
/** On a small label everything becomes smaller, down to this share. */
const MIN_SCALE = 0.5;
const PICTOGRAM_MM = 16;
const GAP_MM = 1;
const MIN_TEXT_MM = 1.5;
const LINE_MM = 3.4;
const STATEMENTS_MM = 16;

const createText = (
  content: string,
  yMm: number,
  heightMm: number,
  more: Partial<TextElement> = {},
): TextElement => ({
  type: 'text',
  id: '',
  xMm: 0,
  yMm,
  widthMm: WIDTH_MM,
  heightMm,
  rotation: 0,
  content,
  sizeMm: 2.5,
  minSizeMm: MIN_TEXT_MM,
  weight: 400,
  align: 'left',
  fit: 'wrap',
  ...more,
});

const createPictograms = (design: GhsDesign): TemplateElement[] =>
  design.pictograms.map((id, i) => {
    const condition =
      design.hazards.kind === 'column' ? buildPictogramCondition(id, design.hazards.name) : null;
    return {
      type: 'image',
      id: '',
      name: `${id} ${PICTOGRAMS[id].name}`,
      xMm: i * (PICTOGRAM_MM + GAP_MM),
      yMm: 0,
      widthMm: PICTOGRAM_MM,
      heightMm: PICTOGRAM_MM,
      rotation: 0,
      image: id,
      fit: 'contain',
      dither: 'threshold',
      ...(condition !== null && { showIf: condition }),
    };
  });

/** A line begins with its name, except the product's. */
const formatLine = (line: GhsLine): string =>
  line === '品名' ? `{{${line}}}` : `${line}：{{${line}}}`;

export type GhsInput = {
  hazardStatements: Readonly<Record<string, string>>;
  precautionaryStatements: Readonly<Record<string, string>>;
  /** A pictogram as PNG in base64. */
  drawPictogram: (id: PictogramId) => string;
};

/** Texts below each other: each has the height that it needs. */
const createTexts = (design: GhsDesign, input: GhsInput): TextElement[] => {
  const product = design.lines.filter((line) => line === '品名');
  const others = design.lines.filter((line) => line !== '品名');
  const texts = [
    { content: product.map(formatLine).join('\n'), height: 6, size: 4.5, isBold: true },
    { content: design.signalWord, height: 6, size: 5, isBold: true },
    {
      content: formatStatements('危险说明', design.hazards, input.hazardStatements),
      height: STATEMENTS_MM / 2,
      size: 2.5,
      isBold: false,
    },
    {
      content: formatStatements('防范说明', design.precautions, input.precautionaryStatements),
      height: STATEMENTS_MM,
      size: 2.5,
      isBold: false,
    },
    {
      content: others.map(formatLine).join('\n'),
      height: others.length * LINE_MM,
      size: 2.5,
      isBold: false,
    },
  ];
  let yMm = design.pictograms.length > 0 ? PICTOGRAM_MM + GAP_MM : 0;
  return texts
    .filter(({ content }) => content !== '')
    .map(({ content, height, size, isBold }) => {
      const text = createText(content, yMm, height, {
        sizeMm: size,
        weight: isBold ? 700 : 400,
      });
      yMm += height + GAP_MM / 2;
      return text;
    });
};

const listColumns = (design: GhsDesign): { name: string; sample: string }[] => [
  ...design.lines.map((name) => ({ name, sample: SAMPLES[name] })),
  ...(design.hazards.kind === 'column' ? [{ name: design.hazards.name, sample: 'H225 H319' }] : []),
  ...(design.precautions.kind === 'column'
    ? [{ name: design.precautions.name, sample: 'P102 P405' }]
    : []),
];

/** Pictograms in one row, then the texts, as high as they need on a large label. */
const createElements = (design: GhsDesign, input: GhsInput): TemplateElement[] => [
  ...createPictograms(design),
  ...createTexts(design, input),
];

/** Makes a kit smaller until it fits on the label, and gives its texts the whole width. */
const fitToLabel = (
  elements: readonly TemplateElement[],
  { widthMm, heightMm }: Template,
): TemplateElement[] => {
  const bounds = computeBounds(elements);
  if (!bounds) return [...elements];
  const pictures = computeBounds(elements.filter(({ type }) => type === 'image'));
  const [roomX, roomY] = [widthMm - 2 * EDGE_MM, heightMm - 2 * EDGE_MM];
  const wanted = Math.min(1, roomY / bounds.heightMm, roomX / (pictures?.widthMm ?? 1));
  const scale = Math.max(MIN_SCALE, wanted);
  return elements.map((element): TemplateElement => {
    const box = {
      xMm: roundMm(element.xMm * scale),
      yMm: roundMm(element.yMm * scale),
      widthMm: roundMm(element.widthMm * scale),
      heightMm: roundMm(element.heightMm * scale),
    };
    if (element.type !== 'text') return { ...element, ...box };
    const sizeMm = Math.max(MIN_TEXT_MM, roundMm(element.sizeMm * scale));
    return { ...element, ...box, sizeMm, widthMm: Math.min(WIDTH_MM, Math.max(roomX, EDGE_MM)) };
  });
};

/** Pictograms, signal word, statements and the lines of the supplier. */
export const createGhsKit = (design: GhsDesign, template: Template, input: GhsInput): Kit => {
  const fields: Kit['fields'][number][] = [];
  for (const { name, sample } of listColumns(design))
    if (![...template.fields, ...fields].some((field) => field.name === name))
      fields.push(createField([...template.fields, ...fields], name, sample));
  const images: TemplateImage[] = design.pictograms.map((id) => ({
    id,
    png: input.drawPictogram(id),
  }));
  return { elements: fitToLabel(createElements(design, input), template), fields, images };
};
