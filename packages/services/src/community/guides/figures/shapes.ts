import type { Template, TemplateElement } from '@yunbiao/label';
import type { TextElement } from '@yunbiao/label/template';

/** Width of the figures, mm: at 203 dpi they fit a phone without getting too small to read. */
export const FIGURE_WIDTH_MM = 44;

type WithoutId<E> = E extends TemplateElement ? Omit<E, 'id'> : never;

/** An element of a figure; its id is its place. */
export type Part = WithoutId<TemplateElement>;

/** Left, top, width and height, mm. */
export type Box = readonly [number, number, number, number];

const createPlace = ([xMm, yMm, widthMm, heightMm]: Box) => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0 as const,
});

export const createFigureTemplate = (heightMm: number, parts: readonly Part[]): Template => ({
  version: 1,
  widthMm: FIGURE_WIDTH_MM,
  heightMm,
  fields: [],
  // TypeScript cannot see that each element is complete again with its id.
  elements: parts.map((part, at) => ({ ...part, id: String(at) }) as TemplateElement),
});

export const createTextElement = (
  content: string,
  box: Box,
  options: Partial<TextElement> = {},
): Part => ({
  type: 'text',
  ...createPlace(box),
  content,
  sizeMm: 2.5,
  weight: 400,
  align: 'center',
  fit: 'shrink',
  ...options,
});

/** Outline; solid with a line of 0. */
export const createBoxElement = (box: Box, lineMm = 0.25, radiusMm = 0): Part => ({
  type: 'rect',
  ...createPlace(box),
  lineMm,
  ...(radiusMm > 0 && { radiusMm }),
});

/** Thickness of the box of a line, mm; only its long side counts. */
const LINE_BOX_MM = 0.25;

/** A straight line around its centre. */
const createLineElement = (x: number, y: number, lengthMm: number, angleDeg: number): Part => ({
  type: 'line',
  ...createPlace([x - lengthMm / 2, y - LINE_BOX_MM / 2, lengthMm, LINE_BOX_MM]),
  lineMm: 0.25,
  ...(angleDeg !== 0 && { angleDeg }),
});

export const createHorizontalLineElement = (x: number, y: number, lengthMm: number): Part =>
  createLineElement(x + lengthMm / 2, y, lengthMm, 0);

/** Length of the dashes and of the gaps between them, mm. */
const DASH_MM = 1;

export const createDashElements = (x: number, y: number, lengthMm: number): Part[] =>
  Array.from({ length: Math.floor(lengthMm / (2 * DASH_MM)) }, (_, at) =>
    createHorizontalLineElement(x + at * 2 * DASH_MM, y, DASH_MM),
  );

/** Length of the two strokes of an arrow's head, mm. */
const HEAD_MM = 1.5;

/** Arrow that ends at this point. */
export const drawArrowDown = (x: number, y: number, lengthMm: number): Part[] => {
  const side = HEAD_MM / 2 / Math.SQRT2;
  return [
    { type: 'line', ...createPlace([x - 0.125, y - lengthMm, 0.25, lengthMm]), lineMm: 0.25 },
    createLineElement(x - side, y - side, HEAD_MM, 45),
    createLineElement(x + side, y - side, HEAD_MM, -45),
  ];
};

export type FlowChartStep = { name: string; say: string };

const LINK_MM = 11;
const ARROW_MM = 5;
const CHAIN_MARGIN_MM = 2;

/** Flow chart: boxes joined by arrows, from top to bottom. */
export const createFlowChartTemplate = (links: readonly FlowChartStep[]): Template => {
  const width = FIGURE_WIDTH_MM - 2 * CHAIN_MARGIN_MM;
  const parts = links.flatMap(({ name, say }, at) => {
    const y = CHAIN_MARGIN_MM + at * (LINK_MM + ARROW_MM);
    return [
      createBoxElement([CHAIN_MARGIN_MM, y, width, LINK_MM], 0.25, 1),
      createTextElement(name, [CHAIN_MARGIN_MM + 1, y + 1.25, width - 2, 4], {
        sizeMm: 3.25,
        weight: 700,
      }),
      createTextElement(say, [CHAIN_MARGIN_MM + 1, y + 6, width - 2, 3.5]),
      ...(at > 0 ? drawArrowDown(FIGURE_WIDTH_MM / 2, y - 0.5, ARROW_MM - 1) : []),
    ];
  });
  const heightMm = 2 * CHAIN_MARGIN_MM + links.length * (LINK_MM + ARROW_MM) - ARROW_MM;
  return createFigureTemplate(heightMm, parts);
};
