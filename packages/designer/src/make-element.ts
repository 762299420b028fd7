import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';
import type { Box } from './box.ts';
import { NEW_CONTENT } from './content.ts';
import { createSerialField } from './fields.ts';

/** Element types of the palette. */
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

/** Size of an element created by a press without a drag, mm. */
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

/** Shorter movements count as a press, mm. */
const MIN_DRAG_MM = 1;

type LabelSize = Pick<Template, 'widthMm' | 'heightMm'>;

/** Default size of an element, no larger than the label. */
const getDefaultSize = (kind: Kind, label: LabelSize): LabelSize => ({
  widthMm: Math.min(SIZES[kind].widthMm, label.widthMm),
  heightMm: Math.min(SIZES[kind].heightMm, label.heightMm),
});

/** The box moved as little as possible to lie on the label. */
const moveOntoLabel = (box: Box, label: LabelSize): Box => ({
  ...box,
  xMm: Math.max(0, Math.min(box.xMm, label.widthMm - box.widthMm)),
  yMm: Math.max(0, Math.min(box.yMm, label.heightMm - box.heightMm)),
});

/**
 * Box of a new element: as dragged, or with the default size at the pressed point, or as close to
 * it as the label allows.
 */
export const computeNewElementBox = (kind: Kind, dragged: Box, label: LabelSize): Box => {
  if (dragged.widthMm < MIN_DRAG_MM && dragged.heightMm < MIN_DRAG_MM)
    return moveOntoLabel({ ...dragged, ...getDefaultSize(kind, label) }, label);
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

/** Distance of a new element from the one that lies where it would be, mm. */
const STEP_MM = 2;

/** Centred on the label, no larger than it, and beside an element that is there already. */
export const computeCenteredElementBox = (kind: Kind, template: Template): Box => {
  const size = getDefaultSize(kind, template);
  const isTaken = (box: Box): boolean =>
    template.elements.some(
      ({ xMm, yMm }) =>
        Math.abs(xMm - box.xMm) < STEP_MM / 2 && Math.abs(yMm - box.yMm) < STEP_MM / 2,
    );
  let box: Box = {
    xMm: (template.widthMm - size.widthMm) / 2,
    yMm: (template.heightMm - size.heightMm) / 2,
    ...size,
  };
  while (isTaken(box)) {
    const movedBox = { ...box, xMm: box.xMm + STEP_MM, yMm: box.yMm + STEP_MM };
    const onLabel = moveOntoLabel(movedBox, template);
    if (onLabel.xMm === box.xMm && onLabel.yMm === box.yMm) break;
    box = onLabel;
  }
  return box;
};

/** Text size as a share of the box height; the rest is space above and below. */
const EM_SHARE = 0.72;

const createText = (box: Box, content: string): TemplateElement => ({
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

/**
 * Creates an element of this type, with the field it needs. Pictures are created from files: see
 * `pictures.ts`.
 */
export const makeElement = (
  kind: Exclude<Kind, 'image'>,
  box: Box,
  template: Template,
): { element: TemplateElement; field?: TemplateField } => {
  const place = { id: '', ...box, rotation: 0 as const };
  switch (kind) {
    case 'text':
      return { element: createText(box, NEW_CONTENT.text) };
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
      return { element: createTable(box) };
    case 'serial': {
      const field = createSerialField(template.fields);
      return { element: createText(box, `{{${field.name}}}`), field };
    }
    case 'date':
      return { element: createText(box, '{{日期格式(今天(), "yyyy-MM-dd")}}') };
  }
};

const createTable = (box: Box): TemplateElement => ({
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
