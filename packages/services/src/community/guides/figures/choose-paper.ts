import type { GuidePicture } from '../guide.ts';
import {
  createFigureTemplate,
  createBoxElement,
  createDashElements,
  createTextElement,
  type Part,
} from './shapes.ts';

/** Figures are half as large as the paper. */
const SCALE = 0.5;
const HEIGHT_MM = 46;
/** Left edge of the liner and its width in the figure, mm: paper of 64 mm. */
const LINER = { left: 6, width: 64 * SCALE };
const LABEL = { left: LINER.left + 1, width: 60 * SCALE, height: 40 * SCALE };
const GAP_MM = 3 * SCALE;

/** Left and right edge of the paper, which continues above and below the figure. */
const drawPaperEdges = (): Part[] =>
  [LINER.left, LINER.left + LINER.width].map((x) =>
    createBoxElement([x - 0.125, 0, 0.25, HEIGHT_MM], 0),
  );

const drawDieCutLabel = (y: number, text: string): Part[] => [
  createBoxElement([LABEL.left, y, LABEL.width, LABEL.height], 0.25, 1),
  createTextElement(text, [LABEL.left + 1, y + 7, LABEL.width - 2, 6], {
    fit: 'wrap',
    verticalAlign: 'middle',
  }),
];

const GAP_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    ...drawPaperEdges(),
    ...drawDieCutLabel(2, '宽 60，高 40'),
    ...drawDieCutLabel(2 + LABEL.height + GAP_MM, '上面这道缝就是间隙：3'),
  ]),
  alt: '底纸上一张接一张的圆角标签，中间露出 3 mm 的缝',
  note: '间隙纸：标签是模切好的，中间露出底纸',
};

/** Height of a mark on the back, mm of the figure. */
const MARK_MM = 3 * SCALE;

const BLACK_MARK_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    ...drawPaperEdges(),
    ...[2, 2 + LABEL.height + MARK_MM].flatMap((y) => [
      createBoxElement([LINER.left + 1, y + LABEL.height, 12, MARK_MM], 0),
      ...createDashElements(LINER.left + 14, y + LABEL.height + MARK_MM / 2, 18),
    ]),
    createTextElement('宽 60，高 40', [LABEL.left + 1, 9, LABEL.width - 2, 4]),
    createTextElement('黑块在纸的背面，高 3', [LABEL.left + 1, 29, LABEL.width - 2, 6], {
      fit: 'wrap',
      verticalAlign: 'middle',
    }),
  ]),
  alt: '没有缝的纸，每隔 40 mm 在背面左边有一个 3 mm 高的黑块',
  note: '黑标纸：没有缝，背面隔一段有一个黑块',
};

const CONTINUOUS_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    ...drawPaperEdges(),
    ...createDashElements(LINER.left + 1, 2 + LABEL.height, 30),
    ...createDashElements(LINER.left + 1, 2 + 2 * LABEL.height, 30),
    createTextElement('打印到设的高就算一张', [LABEL.left + 1, 9, LABEL.width - 2, 6], {
      fit: 'wrap',
      verticalAlign: 'middle',
    }),
    createTextElement('虚线是撕开、切开的地方', [LABEL.left + 1, 29, LABEL.width - 2, 6], {
      fit: 'wrap',
      verticalAlign: 'middle',
    }),
  ]),
  alt: '没有缝也没有黑块的一卷纸，每 40 mm 一条虚线',
  note: '连续纸：什么记号也没有，小票纸都是',
};

/** Two labels of 30 × 20 mm side by side, 2 mm apart. */
const COLUMN = { width: 30 * SCALE, height: 20 * SCALE, gap: 2 * SCALE };

const COLUMNS_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    ...drawPaperEdges(),
    ...[0, 1, 2, 3].flatMap((row) =>
      [0, 1].flatMap((column) => {
        const x = LINER.left + 0.5 + column * (COLUMN.width + COLUMN.gap);
        const y = 2 + row * (COLUMN.height + COLUMN.gap);
        return [
          createBoxElement([x, y, COLUMN.width, COLUMN.height], 0.25, 1),
          ...(row === 0
            ? [
                createTextElement(column === 0 ? '宽 30' : '高 20', [
                  x + 1,
                  y + 3,
                  COLUMN.width - 2,
                  4,
                ]),
              ]
            : []),
        ];
      }),
    ),
    createTextElement('缝 2', [LINER.left + 1, 27, COLUMN.width - 1, 4]),
  ]),
  alt: '一排两张的标签，每张 30 × 20 mm，中间隔 2 mm',
  note: '多列：卷上并排几张，这里列数 2、列间距 2',
};

export const PAPER_PICTURES = [
  GAP_PICTURE,
  BLACK_MARK_PICTURE,
  CONTINUOUS_PICTURE,
  COLUMNS_PICTURE,
] as const;
