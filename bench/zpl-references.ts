/**
 * Compares ZPL of other systems with pictures of another interpreter. `--folder` holds `x.zpl` or
 * `x.zpl2` and optionally `x.png`; without a picture zpl-renderer-js renders it. Per field: the
 * distance of its ink box from the reference, in dots at 203 dpi. Per label: the share of black
 * dots that differ.
 *
 *   node bench/zpl-references.ts --folder /path/to/labels
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawZpl, readZpl, type ZplLabel } from '@yunbiao/label/zpl';
import { ready } from 'zpl-renderer-js';
import { decodePng } from '../packages/label/src/testing/png.ts';
import { testFonts } from '../packages/label/src/testing/fixtures.ts';
import { placeFollowingTexts } from '../packages/label/src/zpl/draw/place-followers.ts';

const DOTS_PER_MM = 8;
/** 4 × 8 inches, the size of reference pictures unless their label sets another. */
const SIZE_MM = { width: 101.6, height: 203.2 };
/** Maximum distance of a box from the reference, in dots. */
const MAX_DISTANCE = 12;
/** Search radius around a field in the reference, in dots: along a text, and otherwise. */
const REACH = 60;
const NEAR = 16;

type Dots = { width: number; height: number; isBlack: (x: number, y: number) => boolean };
type Box = { x0: number; y0: number; x1: number; y1: number };

const { values } = parseArgs({ options: { folder: { type: 'string', default: '' } } });
const fonts = testFonts();

const readPng = (bytes: Uint8Array): Dots => {
  const { width, height, grey } = decodePng(bytes);
  return { width, height, isBlack: (x, y) => x < width && (grey[y * width + x] ?? 255) < 128 };
};

const render = async (source: string, name: string): Promise<Dots> => {
  const [, width = SIZE_MM.width, height = SIZE_MM.height] =
    /-(\d+)x(\d+)\.zpl2?$/.exec(name)?.map(Number) ?? [];
  const { api } = await ready;
  const base64 = await api.zplToBase64Async(source, width, height, DOTS_PER_MM);
  return readPng(Buffer.from(base64, 'base64'));
};

const drawFields = (label: ZplLabel, fields: ZplLabel['fields']): Dots => {
  const { bitmap } = drawZpl(
    { ...label, fields },
    { fonts, lines: () => ({ line: 1, column: 1 }) },
  );
  const { width, height, stride, data } = bitmap;
  return {
    width,
    height,
    isBlack: (x, y) =>
      x < width && y < height && (((data[y * stride + (x >> 3)] ?? 0) << (x & 7)) & 0x80) !== 0,
  };
};

const findInk = (dots: Dots, room: Box, isOpen: (x: number, y: number) => boolean): Box | null => {
  let box: Box | null = null;
  for (let y = Math.max(0, room.y0); y < Math.min(dots.height, room.y1); y += 1)
    for (let x = Math.max(0, room.x0); x < Math.min(dots.width, room.x1); x += 1) {
      if (!dots.isBlack(x, y) || !isOpen(x, y)) continue;
      box ??= { x0: x, y0: y, x1: x, y1: y };
      box = {
        x0: Math.min(box.x0, x),
        y0: Math.min(box.y0, y),
        x1: Math.max(box.x1, x),
        y1: Math.max(box.y1, y),
      };
    }
  return box;
};

const grow = ({ x0, y0, x1, y1 }: Box, across: number, down: number): Box => ({
  x0: x0 - across,
  y0: y0 - down,
  x1: x1 + across + 1,
  y1: y1 + down + 1,
});
const overlap = (a: Box, b: Box): boolean =>
  a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
const distanceTo = ({ x0, y0, x1, y1 }: Box, x: number, y: number): number =>
  Math.max(x0 - x, x - x1, y0 - y, y - y1, 0);

/** Search area of a field's ink in the reference: texts may be longer or shorter. */
const findRoom = ({ content, rotation }: ZplLabel['fields'][number], ink: Box): Box => {
  if (content.kind !== 'text') return grow(ink, NEAR, NEAR);
  return rotation % 180 === 0 ? grow(ink, REACH, NEAR) : grow(ink, NEAR, REACH);
};

/**
 * Distances between the edges of each field's ink and the reference; overlapping fields are
 * skipped.
 */
const compareFields = (label: ZplLabel, reference: Dots) => {
  const whole = { x0: 0, y0: 0, x1: label.widthDots, y1: label.heightDots };
  const upright = { ...label, isInverted: false, isMirrored: false };
  const inks = label.fields.map((field) =>
    findInk(drawFields(upright, [{ ...field, ink: 'black' }]), whole, () => true),
  );
  return label.fields.flatMap((field, index) => {
    const ink = inks[index];
    const others = inks.flatMap((ink, n) => (ink && n !== index ? [ink] : []));
    if (!ink || others.some((other) => overlap(other, ink))) return [];
    // Ink closer to another field belongs to that field.
    const found = findInk(reference, findRoom(field, ink), (x, y) => {
      const own = distanceTo(ink, x, y);
      return own === 0 || others.every((other) => distanceTo(other, x, y) > own);
    });
    const sides = ['x0', 'y0', 'x1', 'y1'] as const;
    const distance =
      found === null
        ? Infinity
        : Math.max(...sides.map((side) => Math.abs(found[side] - ink[side])));
    return [{ field, distance, ink, found }];
  });
};

/** Labels narrower than their picture are centred in it. */
const moveTo = ({ width, height, isBlack }: Dots, by: { x: number; y: number }): Dots => ({
  width: width - by.x,
  height: height - by.y,
  isBlack: (x, y) => isBlack(x + by.x, y + by.y),
});

const countDifference = (ours: Dots, reference: Dots): number => {
  let [different, black] = [0, 0];
  for (let y = 0; y < Math.max(ours.height, reference.height); y += 1)
    for (let x = 0; x < Math.max(ours.width, reference.width); x += 1) {
      const [a, b] = [ours.isBlack(x, y), reference.isBlack(x, y)];
      if (a || b) black += 1;
      if (a !== b) different += 1;
    }
  return black === 0 ? 0 : different / black;
};

const shares: number[] = [];
let [compared, near, fieldCount] = [0, 0, 0];
const names = readdirSync(values.folder).filter((name) => /\.zpl2?$/.test(name));
for (const name of names.toSorted()) {
  const bytes = readFileSync(join(values.folder, name));
  const picture = join(values.folder, name.replace(/\.zpl2?$/, '.png'));
  let reference: Dots;
  try {
    reference = existsSync(picture)
      ? readPng(readFileSync(picture))
      : await render(bytes.toString('utf8'), name);
  } catch (error) {
    console.log(
      `${name}: no reference (${error instanceof Error ? error.message.slice(0, 80) : String(error)})`,
    );
    continue;
  }
  const stream = readZpl(bytes, {
    dpi: 203,
    widthDots: reference.width,
    heightDots: reference.height,
  });
  const [first] = stream.labels;
  if (!first) {
    console.log(`${name}: no label`);
    continue;
  }
  // Reference pictures follow the field positions and ignore printer settings.
  const label = placeFollowingTexts(
    { ...first, isInverted: false },
    { fonts, tell: () => undefined },
  );
  const moved = moveTo(reference, { x: (reference.width - label.widthDots) >> 1, y: 0 });
  const share = countDifference(drawFields(label, label.fields), moved);
  const fields = compareFields(label, moved);
  const far = fields.filter(({ distance }) => distance > MAX_DISTANCE);
  shares.push(share);
  fieldCount += label.fields.length;
  compared += fields.length;
  near += fields.length - far.length;
  console.log(
    `${name}: ${(share * 100).toFixed(1)} % different, ${fields.length - far.length} of ${fields.length} fields within ${MAX_DISTANCE} dots`,
  );
  for (const { field, distance, ink, found } of far)
    console.log(
      `    ${field.place.command} ${field.content.kind} ${'text' in field.content ? field.content.text.slice(0, 24) : ''} ${distance} ${JSON.stringify(ink)} ${JSON.stringify(found)}`,
    );
}
const median = shares.toSorted((a, b) => a - b)[shares.length >> 1] ?? 0;
console.log(
  `${names.length} labels, ${fieldCount} fields, ${near} of ${compared} that lie alone within ${MAX_DISTANCE} dots; median ${(median * 100).toFixed(1)} % of dots different`,
);
