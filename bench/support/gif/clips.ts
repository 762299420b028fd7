/**
 * Clips of the bench, generated from numbers and identical on every machine. RGBA; each frame is
 * rendered on request.
 */
export interface Clip {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** ms */
  readonly delay: number;
  readonly frame: (index: number) => Uint8ClampedArray<ArrayBuffer>;
}

const WIDTH = 480;
const HEIGHT = 270;
const COUNT = 30;
const DELAY = 50;

type Shade = (x: number, y: number, time: number) => readonly [number, number, number];

/** A pseudo-random number from 0 to 1 for a position. */
function hash(x: number, y: number, seed: number): number {
  let mixed =
    Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function smooth(x: number, y: number, seed: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = (x - left) ** 2 * (3 - 2 * (x - left));
  const down = (y - top) ** 2 * (3 - 2 * (y - top));
  const upper = hash(left, top, seed) * (1 - across) + hash(left + 1, top, seed) * across;
  const lower = hash(left, top + 1, seed) * (1 - across) + hash(left + 1, top + 1, seed) * across;
  return upper * (1 - down) + lower * down;
}

function computeClouds(x: number, y: number, seed: number): number {
  let sum = 0;
  for (let octave = 0; octave < 5; octave += 1) {
    sum += smooth(x * 2 ** octave, y * 2 ** octave, seed + octave) / 2 ** (octave + 1);
  }
  return sum;
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** A camera pans over a landscape: sky, hills at three distances, grain. */
const shadeFilm: Shade = (x, y, time) => {
  const grain = (hash(x, y, 1000 + time) - 0.5) * 7;
  const pan = time * 1.7;
  const sky = computeClouds((x + pan * 0.3) / 140, y / 80, 1);
  let color: [number, number, number] = [mix(90, 236, sky), mix(130, 226, sky), mix(190, 224, sky)];
  for (const [layer, depth] of [0.35, 0.6, 1].entries()) {
    const place = x + pan * (0.5 + depth * 2);
    const ridge =
      HEIGHT * (0.35 + layer * 0.17) + 60 * (computeClouds(place / 170, layer, 20) - 0.5);
    if (y < ridge) continue;
    const light = computeClouds(place / (60 * depth + 12), y / (40 * depth + 9), 40 + layer);
    // Woods, flowering fields, rock: as many colours as in a photograph.
    const kind = computeClouds(place / 45, y / 30, 60 + layer) - 0.5;
    const bloom = computeClouds(place / 25, y / 18, 80 + layer) - 0.5;
    color = [
      mix(130, 60, depth) + 130 * (light - 0.4) + 260 * kind,
      mix(150, 86, depth) + 150 * (light - 0.4) + 60 * bloom,
      mix(160, 54, depth) + 110 * (light - 0.4) - 150 * kind + 220 * bloom,
    ];
  }
  return [color[0] + grain, color[1] + grain, color[2] + grain];
};

/** Strokes in cells, like distant text; `weight` softens their edges. */
function computeInk(x: number, y: number, cell: number, seed: number): number {
  const column = Math.floor(x / cell);
  const row = Math.floor(y / (cell * 1.5));
  const left = x - column * cell;
  const top = y - row * cell * 1.5;
  if (top > cell || hash(column, row, seed) < 0.12) return 0;
  let dark = 0;
  for (let stroke = 0; stroke < 5; stroke += 1) {
    const place = 1 + hash(column, row, seed + 1 + stroke) * (cell - 2);
    const begin = hash(column, row, seed + 11 + stroke) * cell * 0.4;
    const end = cell - 1 - hash(column, row, seed + 21 + stroke) * cell * 0.3;
    const [across, along] = stroke % 2 === 0 ? [top, left] : [left, top];
    if (along >= begin && along <= end) {
      dark = Math.max(dark, 1 - Math.min(1, Math.abs(across - place)));
    }
  }
  return dark;
}

/** A desktop with two windows: one scrolls, and a pointer moves. */
const shadeScreen: Shade = (x, y, time) => {
  const pointer = Math.abs(x - 60 - time * 11) + Math.abs(y - 200 + time * 4);
  if (pointer < 6) return pointer < 4 ? [255, 255, 255] : [0, 0, 0];
  const inWindow = x > 30 && x < 300 && y > 25 && y < 240;
  if (inWindow) {
    if (y < 42) return x < 60 ? [230, 90, 80] : [222, 225, 230];
    const dark = computeInk(x - 40, y - 46 + (time > 8 ? (time - 8) * 3 : 0), 10, 3);
    return [mix(255, 30, dark), mix(255, 34, dark), mix(255, 44, dark)];
  }
  if (x > 320 && x < 465 && y > 50 && y < 190) {
    const bar = Math.floor((x - 330) / 18);
    const tall = 30 + 90 * hash(bar, 5, 7) * Math.min(1, time / 20);
    return y > 182 - tall && (x - 330) % 18 < 13 ? [46, 120, 214] : [250, 250, 252];
  }
  return [mix(36, 70, y / HEIGHT), mix(60, 110, y / HEIGHT), mix(110, 150, x / WIDTH)];
};

/** Flat shapes with dark outlines and soft edges. */
const shadeCartoon: Shade = (x, y, time) => {
  const smoothEdge = (distance: number): number => Math.max(0, Math.min(1, distance + 0.5));
  let color: readonly number[] = y > 190 ? [120, 200, 90] : [130, 205, 250];
  const bounce = Math.abs(Math.sin(time / 5)) * 70;
  const shapes = [
    { x: 380, y: 60, size: 34, color: [255, 214, 64] },
    { x: 90 + time * 9, y: 175 - bounce, size: 44, color: [238, 84, 72] },
    { x: 76 + time * 9, y: 165 - bounce, size: 9, color: [255, 255, 255] },
    { x: 104 + time * 9, y: 165 - bounce, size: 9, color: [255, 255, 255] },
    { x: 300 - time * 3, y: 215, size: 28, color: [126, 87, 194] },
  ];
  for (const shape of shapes) {
    const distance = Math.hypot(x - shape.x, y - shape.y) - shape.size;
    const outline = smoothEdge(-distance);
    const inside = smoothEdge(-distance - 3);
    color = color.map((level) => mix(level, 24, outline));
    color = color.map((level, channel) => mix(level, shape.color[channel] ?? 0, inside));
  }
  return [color[0] ?? 0, color[1] ?? 0, color[2] ?? 0];
};

const shadeGradient: Shade = (x, y, time) => [
  128 + 110 * Math.sin(x / 150 + time / 14),
  128 + 100 * Math.sin(y / 110 - time / 17 + 1),
  128 + 90 * Math.sin((x + y) / 190 + time / 11 + 2),
];

/** Scrolling text on paper with a highlighted line. */
const shadeText: Shade = (x, y, time) => {
  const dark = computeInk(x - 12, y + time * 2, 14, 5);
  const row = Math.floor((y + time * 2) / 21);
  const marked = row % 5 === 2 && x > 80 && x < 330;
  const paper = marked ? [255, 238, 140] : [252, 250, 244];
  return [mix(paper[0] ?? 0, 26, dark), mix(paper[1] ?? 0, 28, dark), mix(paper[2] ?? 0, 40, dark)];
};

function getClip(name: string, shade: Shade): Clip {
  const drawFrame = (index: number): Uint8ClampedArray<ArrayBuffer> => {
    const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const [r, g, b] = shade(x, y, index);
        data.set([r, g, b, 255], (y * WIDTH + x) * 4);
      }
    }
    return data;
  };
  return { name, width: WIDTH, height: HEIGHT, count: COUNT, delay: DELAY, frame: drawFrame };
}

export const CLIPS: readonly Clip[] = [
  getClip('film', shadeFilm),
  getClip('screen', shadeScreen),
  getClip('cartoon', shadeCartoon),
  getClip('gradient', shadeGradient),
  getClip('text', shadeText),
];
