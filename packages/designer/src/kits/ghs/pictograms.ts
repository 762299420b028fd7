import { SHAPE_SIDE, type Shape } from './shapes.ts';

/** The nine pictograms (GHS 1.4.10.4), drawn here from basic shapes; the red frame prints black. */
export type PictogramId =
  | 'GHS01'
  | 'GHS02'
  | 'GHS03'
  | 'GHS04'
  | 'GHS05'
  | 'GHS06'
  | 'GHS07'
  | 'GHS08'
  | 'GHS09';

type Points = readonly (readonly [number, number])[];

const createDiamond = (half: number): Points => {
  const middle = SHAPE_SIDE / 2;
  return [
    [middle, middle - half],
    [middle + half, middle],
    [middle, middle + half],
    [middle - half, middle],
  ];
};

const FRAME: readonly Shape[] = [
  { polygon: createDiamond(49) },
  { polygon: createDiamond(43), isWhite: true },
];

const move = (points: Points, dx: number, dy: number, scale = 1): Points =>
  points.map(([x, y]) => [x * scale + dx, y * scale + dy] as const);

/** A flame above the point (0, 0), 50 high. */
const FLAME: Points = [
  [2, -50],
  [9, -41],
  [9, -31],
  [14, -36],
  [17, -24],
  [19, -12],
  [15, -4],
  [8, 0],
  [-8, 0],
  [-15, -4],
  [-19, -13],
  [-17, -25],
  [-11, -33],
  [-10, -25],
  [-5, -30],
  [-3, -40],
];
const FLAME_HOLE: Points = [
  [0, -22],
  [5, -13],
  [4, -5],
  [0, -2],
  [-5, -5],
  [-6, -12],
];

const FLAME_SHAPES: readonly Shape[] = [
  { polygon: move(FLAME, 50, 68) },
  { polygon: move(FLAME_HOLE, 50, 68), isWhite: true },
  { line: [36, 74, 64, 74, 3.5] },
];

const OXIDIZER: readonly Shape[] = [
  { ellipse: [50, 62, 14, 14] },
  { ellipse: [50, 62, 10, 10], isWhite: true },
  { polygon: move(FLAME, 50, 52, 0.64) },
  { polygon: move(FLAME_HOLE, 50, 52, 0.64), isWhite: true },
  { line: [41, 80, 59, 80, 3] },
];

const FRAGMENT: Points = [
  [0, -3],
  [3, 0],
  [1, 4],
  [-3, 1],
];

const BOMB: readonly Shape[] = [
  { ellipse: [46, 60, 15, 15] },
  {
    polygon: [
      [44, 45],
      [52, 58],
      [58, 46],
      [62, 54],
      [70, 40],
      [54, 40],
    ],
    isWhite: true,
  },
  {
    polygon: [
      [49, 56],
      [52, 36],
      [56, 50],
      [66, 30],
      [61, 51],
      [76, 45],
      [63, 58],
    ],
  },
  { line: [38, 40, 32, 34, 2.5] },
  { line: [45, 36, 43, 28, 2.5] },
  { line: [72, 56, 79, 56, 2.5] },
  { polygon: move(FRAGMENT, 54, 24) },
  { polygon: move(FRAGMENT, 72, 36, 0.9) },
  { polygon: move(FRAGMENT, 68, 66) },
  { polygon: move(FRAGMENT, 27, 48, 0.9) },
  { polygon: move(FRAGMENT, 60, 76, 0.8) },
  { line: [34, 78, 58, 78, 2.5] },
];

const CYLINDER: readonly Shape[] = [
  { line: [33, 61, 58, 46, 15] },
  { line: [60, 45, 68, 40, 7] },
  { line: [68, 40, 74, 36, 4] },
  { line: [70, 33, 76, 43, 3] },
  { line: [34, 56, 56, 43, 2], isWhite: true },
];

/** A tube that leans to the right, with two drops below its mouth. */
const createTube = (x: number): Shape[] => [
  { line: [x - 12, 29, x, 38, 7] },
  { line: [x - 11, 29.8, x - 1, 37.3, 4], isWhite: true },
  { line: [x - 5, 34.2, x - 1, 37.2, 4] },
  { ellipse: [x + 4, 45, 1.8, 2.8] },
  { ellipse: [x + 4, 53, 1.8, 2.8] },
];

const CORROSION: readonly Shape[] = [
  ...createTube(46),
  ...createTube(63),
  {
    polygon: [
      [22, 60],
      [50, 60],
      [50, 68],
      [30, 68],
    ],
  },
  {
    polygon: [
      [42, 59],
      [45, 63],
      [47, 61],
      [50, 64],
      [50, 59],
    ],
    isWhite: true,
  },
  {
    polygon: [
      [54, 66],
      [60, 61],
      [78, 61],
      [72, 68],
      [66, 74],
      [58, 73],
      [54, 70],
    ],
  },
  {
    polygon: [
      [62, 60],
      [65, 64],
      [68, 62],
      [70, 65],
      [72, 60],
    ],
    isWhite: true,
  },
  { line: [34, 75, 56, 75, 2.5] },
];

const SKULL: readonly Shape[] = [
  { line: [34, 58, 64, 72, 5] },
  { line: [66, 58, 36, 72, 5] },
  ...(
    [
      [33, 57],
      [31, 61],
      [67, 57],
      [69, 61],
      [36, 74],
      [34, 70],
      [64, 74],
      [66, 70],
    ] as const
  ).map(([x, y]): Shape => ({ ellipse: [x, y, 3, 3] })),
  { ellipse: [50, 38, 17, 16] },
  {
    polygon: [
      [40, 48],
      [60, 48],
      [59, 62],
      [41, 62],
    ],
  },
  { ellipse: [43, 39, 4.5, 5], isWhite: true },
  { ellipse: [57, 39, 4.5, 5], isWhite: true },
  {
    polygon: [
      [50, 44],
      [53, 50],
      [47, 50],
    ],
    isWhite: true,
  },
  ...[45, 50, 55].map((x): Shape => ({ line: [x, 56, x, 62, 1.4], isWhite: true })),
];

const EXCLAMATION: readonly Shape[] = [
  { ellipse: [50, 27, 7, 7] },
  {
    polygon: [
      [43, 27],
      [57, 27],
      [53, 60],
      [47, 60],
    ],
  },
  { ellipse: [50, 71, 6, 6] },
];

const STAR: Points = Array.from({ length: 12 }, (_, i) => {
  const radius = i % 2 === 0 ? 17 : 4.5;
  const angle = (Math.PI * i) / 6;
  return [50 + radius * Math.sin(angle), 58 - radius * Math.cos(angle)] as const;
});

const HEALTH: readonly Shape[] = [
  { ellipse: [50, 27, 9, 10] },
  {
    polygon: [
      [46, 34],
      [54, 34],
      [56, 40],
      [68, 45],
      [72, 52],
      [72, 68],
      [60, 78],
      [40, 78],
      [28, 68],
      [28, 52],
      [32, 45],
      [44, 40],
    ],
  },
  { polygon: STAR, isWhite: true },
];

const ENVIRONMENT: readonly Shape[] = [
  {
    polygon: [
      [41, 74],
      [44, 50],
      [42, 30],
      [46, 30],
      [48, 48],
      [51, 74],
    ],
  },
  { line: [44, 46, 34, 36, 3] },
  { line: [46, 40, 56, 28, 3] },
  { line: [45, 54, 30, 50, 3] },
  { line: [37, 39, 36, 30, 2] },
  { line: [51, 34, 50, 26, 2] },
  { line: [30, 74, 56, 74, 3] },
  { ellipse: [64, 62, 12, 6] },
  {
    polygon: [
      [54, 62],
      [46, 55],
      [48, 69],
    ],
    isWhite: true,
  },
  {
    polygon: [
      [55, 62],
      [49, 56],
      [50, 68],
    ],
  },
  { ellipse: [70, 60.5, 1.5, 1.5], isWhite: true },
  { line: [52, 74, 72, 70, 2] },
];

type Pictogram = { name: string; shapes: readonly Shape[]; hazards: readonly string[] };

/**
 * Pictograms with the hazard statements that lead to them (GHS annex 1). Of those that may be left
 * out beside a stronger one (1.4.10.5.3), the member decides.
 */
export const PICTOGRAMS: Readonly<Record<PictogramId, Pictogram>> = {
  GHS01: { name: '爆炸的炸弹', shapes: BOMB, hazards: ['H200', 'H204'] },
  GHS02: {
    name: '火焰',
    shapes: FLAME_SHAPES,
    hazards: ['H224', 'H225', 'H226', 'H228', 'H251', 'H261'],
  },
  GHS03: { name: '圆圈上方火焰', shapes: OXIDIZER, hazards: ['H271', 'H272'] },
  GHS04: { name: '高压气瓶', shapes: CYLINDER, hazards: [] },
  GHS05: { name: '腐蚀', shapes: CORROSION, hazards: ['H290', 'H314', 'H318'] },
  GHS06: { name: '骷髅和交叉骨', shapes: SKULL, hazards: ['H300', 'H301', 'H330', 'H331'] },
  GHS07: {
    name: '感叹号',
    shapes: EXCLAMATION,
    hazards: ['H302', 'H315', 'H317', 'H319', 'H332', 'H335', 'H336'],
  },
  GHS08: {
    name: '健康危险',
    shapes: HEALTH,
    hazards: ['H304', 'H305', 'H340', 'H350', 'H360', 'H361', 'H370', 'H371', 'H372', 'H373'],
  },
  GHS09: { name: '环境', shapes: ENVIRONMENT, hazards: ['H400', 'H410', 'H411'] },
};

export const PICTOGRAM_IDS = Object.keys(PICTOGRAMS) as PictogramId[];

/** Keeps the symbols clear of the frame. */
const SYMBOL_SCALE = 0.9;

const shrinkShape = (shape: Shape): Shape => {
  const k = SYMBOL_SCALE;
  const rest = ((1 - k) * SHAPE_SIDE) / 2;
  if ('polygon' in shape) return { ...shape, polygon: move(shape.polygon, rest, rest, k) };
  if ('ellipse' in shape) {
    const [x, y, rx, ry] = shape.ellipse;
    return { ...shape, ellipse: [x * k + rest, y * k + rest, rx * k, ry * k] };
  }
  const [x1, y1, x2, y2, width] = shape.line;
  return {
    ...shape,
    line: [x1 * k + rest, y1 * k + rest, x2 * k + rest, y2 * k + rest, width * k],
  };
};

export const getPictogramShapes = (id: PictogramId): readonly Shape[] => [
  ...FRAME,
  ...PICTOGRAMS[id].shapes.map(shrinkShape),
];
