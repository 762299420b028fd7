import type { GuidePicture } from '../guide.ts';
import { createFigureTemplate, createBoxElement, createTextElement, type Part } from './shapes.ts';

const CELL_MM = 6;
const GAP_MM = 1;
const COLUMNS = 6;
const TOP_MM = 2;
const LEFT_MM = (44 - COLUMNS * CELL_MM - (COLUMNS - 1) * GAP_MM) / 2;

/** A batch of twelve when the paper ended in the fifth label. */
const STATES = ['printed', 'printed', 'printed', 'printed', 'uncertain'] as const;

const drawStateCell = (at: number): Part[] => {
  const x = LEFT_MM + (at % COLUMNS) * (CELL_MM + GAP_MM);
  const y = TOP_MM + Math.floor(at / COLUMNS) * (CELL_MM + GAP_MM);
  const state = STATES[at];
  if (state === 'printed') return [createBoxElement([x, y, CELL_MM, CELL_MM], 0)];
  return [
    createBoxElement([x, y, CELL_MM, CELL_MM], state === 'uncertain' ? 0.75 : 0.125),
    ...(state === 'uncertain'
      ? [createTextElement('?', [x, y, CELL_MM, CELL_MM], { sizeMm: 4, weight: 700 })]
      : []),
  ];
};

const drawLegend = (x: number, text: string, mark: Part): Part[] => [
  mark,
  createTextElement(text, [x + 3, 17, 10, 3], { align: 'left' }),
];

export const CELLS_PICTURE: GuidePicture = {
  template: createFigureTemplate(22, [
    ...Array.from({ length: 12 }, (_, at) => drawStateCell(at)).flat(),
    ...drawLegend(2, '已打印', createBoxElement([2, 17.5, 2, 2], 0)),
    ...drawLegend(17, '待确认', createBoxElement([17, 17.5, 2, 2], 0.5)),
    ...drawLegend(32, '排队', createBoxElement([32, 17.5, 2, 2], 0.125)),
  ]),
  alt: '十二个格子：前四张已打印，第五张待确认，后面七张排队',
};
