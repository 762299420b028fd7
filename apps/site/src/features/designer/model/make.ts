import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';
import type { Box } from './box.ts';
import { NEW_CONTENT } from './content.ts';
import { newSerial } from './fields.ts';

/** What the palette offers. */
export const KINDS = [
  'text',
  'barcode',
  'qr',
  'image',
  'line',
  'rect',
  'ellipse',
  'table',
  'serial',
  'date',
] as const;

export type Kind = (typeof KINDS)[number];

/** What a press without a drag makes, mm. */
const SIZES: Record<Kind, { widthMm: number; heightMm: number }> = {
  text: { widthMm: 24, heightMm: 5 },
  barcode: { widthMm: 32, heightMm: 11 },
  qr: { widthMm: 14, heightMm: 14 },
  image: { widthMm: 14, heightMm: 14 },
  line: { widthMm: 30, heightMm: 1 },
  rect: { widthMm: 24, heightMm: 12 },
  ellipse: { widthMm: 14, heightMm: 14 },
  table: { widthMm: 40, heightMm: 16 },
  serial: { widthMm: 24, heightMm: 5 },
  date: { widthMm: 24, heightMm: 5 },
};

/** Smaller than this was a press, not a drag, mm. */
const MIN_DRAG_MM = 1;

/** The box for a new element: as dragged, or of its own size at the point pressed. */
export const boxFor = (kind: Kind, dragged: Box): Box => {
  const { widthMm, heightMm } = SIZES[kind];
  if (dragged.widthMm < MIN_DRAG_MM && dragged.heightMm < MIN_DRAG_MM)
    return { xMm: dragged.xMm, yMm: dragged.yMm, widthMm, heightMm };
  if (kind === 'line')
    return dragged.widthMm >= dragged.heightMm
      ? { ...dragged, heightMm: 1 }
      : { ...dragged, widthMm: 1 };
  return {
    ...dragged,
    widthMm: Math.max(MIN_DRAG_MM, dragged.widthMm),
    heightMm: Math.max(MIN_DRAG_MM, dragged.heightMm),
  };
};

/** In the middle of the label, no wider than it. */
export const getMiddle = (kind: Kind, { widthMm, heightMm }: Template): Box => {
  const size = SIZES[kind];
  const width = Math.min(size.widthMm, widthMm);
  const height = Math.min(size.heightMm, heightMm);
  return {
    xMm: (widthMm - width) / 2,
    yMm: (heightMm - height) / 2,
    widthMm: width,
    heightMm: height,
  };
};

/** Of the height of its box: a line of text with air above and below. */
const EM_SHARE = 0.72;

const textIn = (box: Box, content: string): TemplateElement => ({
  type: 'text',
  id: '',
  ...box,
  rotation: 0,
  content,
  sizeMm: Math.round(Math.min(20, Math.max(1.5, box.heightMm * EM_SHARE)) * 4) / 4,
  weight: 400,
  align: 'left',
  fit: 'shrink',
});

/** A new element of this kind, with the field it brings. A picture is made of its file: see `pictures.ts`. */
export const make = (
  kind: Exclude<Kind, 'image'>,
  box: Box,
  template: Template,
): { element: TemplateElement; field?: TemplateField } => {
  const place = { id: '', ...box, rotation: 0 as const };
  switch (kind) {
    case 'text':
      return { element: textIn(box, NEW_CONTENT.text) };
    case 'barcode':
      return {
        element: {
          type: 'code128',
          ...place,
          content: NEW_CONTENT.barcode,
          showText: true,
          textSizeMm: 2.5,
        },
      };
    case 'qr':
      return { element: { type: 'qr', ...place, content: NEW_CONTENT.qr, level: 'M' } };
    case 'line':
      return { element: { type: 'line', ...place, lineMm: 0.25 } };
    case 'rect':
      return { element: { type: 'rect', ...place, lineMm: 0.25 } };
    case 'ellipse':
      return { element: { type: 'ellipse', ...place, lineMm: 0.25 } };
    case 'table':
      return { element: tableIn(box) };
    case 'serial': {
      const field = newSerial(template.fields);
      return { element: textIn(box, `{{${field.name}}}`), field };
    }
    case 'date':
      return { element: textIn(box, '{{日期格式(今天(), "yyyy-MM-dd")}}') };
  }
};

const tableIn = (box: Box): TemplateElement => ({
  type: 'table',
  id: '',
  ...box,
  rotation: 0,
  columnsMm: [box.widthMm / 2, box.widthMm / 2],
  rowsMm: [box.heightMm / 2, box.heightMm / 2],
  lineMm: 0.25,
  paddingMm: 0.5,
  cells: [1, 2].map((row) => ({
    row,
    column: 1,
    type: 'text',
    content: row === 1 ? '项目' : '规格',
    sizeMm: 2.5,
    weight: 400,
    align: 'left',
    fit: 'shrink',
  })),
});
