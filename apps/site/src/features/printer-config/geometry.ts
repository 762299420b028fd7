import type { Media, Template } from '@yunbiao/label';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { parseColumnCount, type Draft } from './draft.ts';

/** Validated numbers for the preview. Lengths in mm. */
export type Paper = {
  widthMm: number;
  heightMm: number;
  gapMm: number;
  /** Number of columns and the gap between them. */
  columns: number;
  columnGapMm: number;
  offsetXMm: number;
  offsetYMm: number;
  /** Per cent. */
  pitchScale: number;
  rotation: 0 | 90 | 180 | 270;
};

const readNumberInRange = (text: string, min: number, max: number, otherwise: number): number => {
  const value = parseNumber(text);
  return value !== null && isInRange(value, { min, max }) ? value : otherwise;
};

const ROTATIONS = { '0': 0, '90': 90, '180': 180, '270': 270 } as const;

/**
 * Reads the paper from a draft. Returns null while its size is invalid. Other invalid fields use
 * defaults.
 */
export const readDraftPaper = (draft: Draft): Paper | null => {
  const widthMm = readNumberInRange(draft.widthMm, 5, 200, 0);
  const heightMm = readNumberInRange(draft.heightMm, 5, 300, 0);
  if (widthMm === 0 || heightMm === 0) return null;
  return {
    widthMm,
    heightMm,
    gapMm: draft.media === 'continuous' ? 0 : readNumberInRange(draft.gapMm, 0, 30, 0),
    columns: parseColumnCount(draft),
    columnGapMm: readNumberInRange(draft.columnGapMm, 0, 30, 0),
    offsetXMm: readNumberInRange(draft.offsetXMm, -30, 30, 0),
    offsetYMm: readNumberInRange(draft.offsetYMm, -30, 30, 0),
    pitchScale: readNumberInRange(draft.pitchScale, 90, 110, 100),
    rotation: ROTATIONS[draft.rotation as keyof typeof ROTATIONS] ?? 0,
  };
};

export const createMediaFromPaper = (paper: Paper, dpi: Media['dpi']): Media => ({
  dpi,
  offsetXMm: paper.offsetXMm,
  offsetYMm: paper.offsetYMm,
  rotation: paper.rotation,
  pitchScale: paper.pitchScale / 100,
});

/** Converts mm to dots. A 203 dpi head has exactly 8 dots per mm. */
export const convertMmToDots = (mm: number, dpi: Media['dpi']): number =>
  Math.round(mm * (dpi === 203 ? 8 : dpi / 25.4));

/** Size of the content before rotation. */
export const computeContentSize = ({
  widthMm,
  heightMm,
  rotation,
}: Paper): { widthMm: number; heightMm: number } =>
  rotation === 90 || rotation === 270
    ? { widthMm: heightMm, heightMm: widthMm }
    : { widthMm, heightMm };

/** Area of the content after offset and feed correction, and whether it exceeds the label. */
export const computeContentFrame = (paper: Paper) => {
  const heightMm = (paper.heightMm * paper.pitchScale) / 100;
  const frame = { xMm: paper.offsetXMm, yMm: paper.offsetYMm, widthMm: paper.widthMm, heightMm };
  const isOver = frame.xMm !== 0 || frame.yMm !== 0 || heightMm > paper.heightMm;
  return { ...frame, isOver };
};

const formatOffset = (mm: number, minus: string, plus: string): string =>
  `${mm < 0 ? minus : plus} ${Number(Math.abs(mm).toFixed(2))} mm`;

/** Describes the offset: 向右 0.5 mm，向上 1 mm. Empty when it is zero. */
export const describeOffset = ({ offsetXMm, offsetYMm }: Paper): string =>
  [
    offsetXMm === 0 ? '' : formatOffset(offsetXMm, '向左', '向右'),
    offsetYMm === 0 ? '' : formatOffset(offsetYMm, '向上', '向下'),
  ]
    .filter((part) => part !== '')
    .join('，');

const createElementFields = (
  id: string,
  xMm: number,
  yMm: number,
  widthMm: number,
  heightMm: number,
) => ({
  id,
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0 as const,
});

/** Creates the code in the lower right corner; none if its size is below 8 mm. */
const createSpecimenCode = (
  { widthMm, heightMm }: Pick<Paper, 'widthMm' | 'heightMm'>,
  inset: number,
  code: number,
): Template['elements'] =>
  code >= 8
    ? [
        {
          type: 'qr',
          ...createElementFields('code', widthMm - inset - code, heightMm - 2.5 - code, code, code),
          content: `${widthMm}x${heightMm}`,
          level: 'M',
        },
      ]
    : [];

/**
 * Creates a specimen for any paper: a frame 1 mm inside the edge, an arrow, the size and a code.
 * The print engine draws it, so cut-off content in the preview is also cut off on paper.
 */
export const createSpecimenTemplate = (paper: Paper): Template => {
  const { widthMm, heightMm } = computeContentSize(paper);
  const inset = Math.min(2.5, widthMm * 0.15);
  const line = Math.max(0.5, Math.min(7, heightMm / 9, widthMm / 12));
  const code = Math.min(16, heightMm - 2.5 * line - 4, widthMm / 2.5);
  const texts: Template['elements'] = [
    {
      type: 'rect',
      ...createElementFields('frame', 1, 1, widthMm - 2, heightMm - 2),
      lineMm: 0.25,
    },
    {
      type: 'text',
      ...createElementFields('size', inset, 2, widthMm - 2 * inset, line * 1.4),
      content: `${widthMm} × ${heightMm} mm`,
      sizeMm: line,
      weight: 700,
      align: 'left',
      fit: 'shrink',
    },
    {
      type: 'text',
      ...createElementFields(
        'up',
        inset,
        2 + line * 1.5,
        code < 8 ? widthMm - 2 * inset : widthMm - 2 * inset - code,
        line,
      ),
      content: '这边朝上',
      sizeMm: line * 0.7,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ];
  return {
    version: 1,
    widthMm: widthMm,
    heightMm: heightMm,
    fields: [],
    elements: [...texts, ...createSpecimenCode({ widthMm, heightMm }, inset, code)],
  };
};
