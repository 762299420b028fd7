import type { Media, Template } from '@yunbiao/label';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
import { listColumns, type Draft } from './draft.ts';

/** What the preview draws with: every number present and printable. Lengths in mm. */
export type Paper = {
  widthMm: number;
  heightMm: number;
  gapMm: number;
  /** Labels across, and the gap between two of them. */
  columns: number;
  columnGapMm: number;
  offsetXMm: number;
  offsetYMm: number;
  /** Per cent. */
  pitchScale: number;
  rotation: 0 | 90 | 180 | 270;
};

const within = (text: string, min: number, max: number, otherwise: number): number => {
  const value = readNumber(text);
  return value !== null && inRange(value, { min, max }) ? value : otherwise;
};

const ROTATIONS = { '0': 0, '90': 90, '180': 180, '270': 270 } as const;

/** The paper of a draft; null while its size is not one. Other fields count as untouched while they are wrong. */
export const getPaper = (draft: Draft): Paper | null => {
  const widthMm = within(draft.widthMm, 5, 200, 0);
  const heightMm = within(draft.heightMm, 5, 300, 0);
  if (widthMm === 0 || heightMm === 0) return null;
  return {
    widthMm,
    heightMm,
    gapMm: draft.media === 'continuous' ? 0 : within(draft.gapMm, 0, 30, 0),
    columns: listColumns(draft),
    columnGapMm: within(draft.columnGapMm, 0, 30, 0),
    offsetXMm: within(draft.offsetXMm, -30, 30, 0),
    offsetYMm: within(draft.offsetYMm, -30, 30, 0),
    pitchScale: within(draft.pitchScale, 90, 110, 100),
    rotation: ROTATIONS[draft.rotation as keyof typeof ROTATIONS] ?? 0,
  };
};

export const getMedia = (paper: Paper, dpi: Media['dpi']): Media => ({
  dpi,
  offsetXMm: paper.offsetXMm,
  offsetYMm: paper.offsetYMm,
  rotation: paper.rotation,
  pitchScale: paper.pitchScale / 100,
});

/** Dots of a length; a 203 dpi head has exactly 8 a mm. */
export const listDots = (mm: number, dpi: Media['dpi']): number =>
  Math.round(mm * (dpi === 203 ? 8 : dpi / 25.4));

/** The content's own size, before it is turned onto the paper. */
export const contentSize = ({
  widthMm,
  heightMm,
  rotation,
}: Paper): { widthMm: number; heightMm: number } =>
  rotation === 90 || rotation === 270
    ? { widthMm: heightMm, heightMm: widthMm }
    : { widthMm, heightMm };

/** Where the content lies after the offset and the feed correction, and whether any of it leaves the label. */
export const contentFrame = (paper: Paper) => {
  const heightMm = (paper.heightMm * paper.pitchScale) / 100;
  const frame = { xMm: paper.offsetXMm, yMm: paper.offsetYMm, widthMm: paper.widthMm, heightMm };
  const isOver = frame.xMm !== 0 || frame.yMm !== 0 || heightMm > paper.heightMm;
  return { ...frame, isOver };
};

const signed = (mm: number, minus: string, plus: string): string =>
  `${mm < 0 ? minus : plus} ${Number(Math.abs(mm).toFixed(2))} mm`;

/** The offset in words: 向右 0.5 mm，向上 1 mm. Empty when there is none. */
export const offsetWords = ({ offsetXMm, offsetYMm }: Paper): string =>
  [
    offsetXMm === 0 ? '' : signed(offsetXMm, '向左', '向右'),
    offsetYMm === 0 ? '' : signed(offsetYMm, '向上', '向下'),
  ]
    .filter((part) => part !== '')
    .join('，');

/**
 * A specimen that fills any paper: a frame 1 mm inside the edge, where it is up, its size, and a code, drawn by the
 * engine that prints. What is cut off here is cut off on paper.
 */
export const specimen = (paper: Paper): Template => {
  const { widthMm: w, heightMm: h } = contentSize(paper);
  const at = (id: string, xMm: number, yMm: number, widthMm: number, heightMm: number) => ({
    id,
    xMm,
    yMm,
    widthMm,
    heightMm,
    rotation: 0 as const,
  });
  const inset = Math.min(2.5, w * 0.15);
  const line = Math.max(0.5, Math.min(7, h / 9, w / 12));
  const code = Math.min(16, h - 2.5 * line - 4, w / 2.5);
  const texts: Template['elements'] = [
    { type: 'rect', ...at('frame', 1, 1, w - 2, h - 2), lineMm: 0.25 },
    {
      type: 'text',
      ...at('size', inset, 2, w - 2 * inset, line * 1.4),
      content: `${w} × ${h} mm`,
      sizeMm: line,
      weight: 700,
      align: 'left',
      fit: 'shrink',
    },
    {
      type: 'text',
      ...at('up', inset, 2 + line * 1.5, code < 8 ? w - 2 * inset : w - 2 * inset - code, line),
      content: '这边朝上',
      sizeMm: line * 0.7,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ];
  const qr: Template['elements'] =
    code >= 8
      ? [
          {
            type: 'qr',
            ...at('code', w - inset - code, h - 2.5 - code, code, code),
            content: `${w}x${h}`,
            level: 'M',
          },
        ]
      : [];
  return { version: 1, widthMm: w, heightMm: h, fields: [], elements: [...texts, ...qr] };
};
