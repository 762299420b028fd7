import { parseTemplate } from '@yunbiao/contract';
import { type Bitmap, dotAt, layoutLabel, rasterize, SAMPLE_AT, sampleData } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { labelFonts, rareCodes } from '../software/label-fonts.ts';
import { findSoftware, onlineSoftwares } from '../software/find.ts';
import { palettePng, type Rgb } from './palette-png.ts';

/** Size previews of shared pages have, px. */
const WIDTH = 1200;
const HEIGHT = 630;
/** Ground left free around the label, at least, px. */
const MARGIN = 60;

/** Steps from paper to ink; after them the ground, the label's edge and the accent. */
const STEPS = 16;
const PAPER = 0;
const GROUND = STEPS + 1;
const EDGE = STEPS + 2;
const ACCENT = STEPS + 3;
const PALETTE: readonly Rgb[] = [
  ...Array.from({ length: STEPS + 1 }, (_, i): Rgb => {
    const grey = Math.round(255 * (1 - i / STEPS));
    return [grey, grey, grey];
  }),
  [0xe9, 0xec, 0xef],
  [0xc4, 0xca, 0xd1],
  [0xc9, 0x35, 0x22],
];

/** The mark on its square of 24, in whole units: x, y, width, height. */
const MARK_SIDE = 24;
const MARK = [
  ...[5, 17].map((x) => [x, 0, 2, 6] as const),
  ...[9, 13].map((x) => [x, 0, 2, 3] as const),
  [5, 10, 14, 9] as const,
];
const MARK_SCALE = 14;

/** The site's mark in the middle of the ground, for a software without a template. */
const markOnGround = (): Buffer => {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
  const left = (WIDTH - MARK_SIDE * MARK_SCALE) >> 1;
  const top = (HEIGHT - MARK_SIDE * MARK_SCALE) >> 1;
  const fill = (
    color: number,
    [x, y, width, height]: readonly [number, number, number, number],
  ) => {
    for (let line = y * MARK_SCALE; line < (y + height) * MARK_SCALE; line += 1) {
      const row = (top + line) * WIDTH + left;
      pixels.fill(color, row + x * MARK_SCALE, row + (x + width) * MARK_SCALE);
    }
  };
  fill(ACCENT, [0, 0, MARK_SIDE, MARK_SIDE]);
  for (const part of MARK) fill(PAPER, part);
  return palettePng(pixels, { width: WIDTH, height: HEIGHT, palette: PALETTE });
};

/** How much of the dots from (x0, y0) up to (x1, y1) is ink, in steps. */
const inkIn = (bitmap: Bitmap, [x0, y0, x1, y1]: readonly [number, number, number, number]) => {
  let ink = 0;
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1) if (dotAt(bitmap, x, y)) ink += 1;
  return Math.round((ink / ((x1 - x0) * (y1 - y0))) * STEPS);
};

/** The label in the middle of the ground, as large as the margins allow. */
const onGround = (bitmap: Bitmap): Buffer => {
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / bitmap.width,
    (HEIGHT - 2 * MARGIN) / bitmap.height,
  );
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const left = (WIDTH - width) >> 1;
  const top = (HEIGHT - height) >> 1;
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
  for (let y = -1; y <= height; y += 1) {
    const row = (top + y) * WIDTH + left;
    pixels.fill(EDGE, row - 1, row + width + 1);
    if (y < 0 || y === height) continue;
    const y0 = Math.floor(y / scale);
    const y1 = Math.max(y0 + 1, Math.floor((y + 1) / scale));
    for (let x = 0; x < width; x += 1) {
      const x0 = Math.floor(x / scale);
      const x1 = Math.max(x0 + 1, Math.floor((x + 1) / scale));
      pixels[row + x] = inkIn(bitmap, [x0, y0, x1, y1]);
    }
  }
  return palettePng(pixels, { width: WIDTH, height: HEIGHT, palette: PALETTE });
};

/** The label of a stored template, which may be older than what is refused today: nothing then. */
const drawn = (ctx: Context, content: string): Bitmap | undefined => {
  try {
    const template = parseTemplate(JSON.parse(content));
    const data = sampleData(template);
    // Finer than the picture: what is between two dots becomes grey.
    const media = { dpi: 600 } as const;
    const fonts = labelFonts();
    return rasterize(layoutLabel({ template, data, media, fonts, rareCodes, at: SAMPLE_AT }));
  } catch (error) {
    ctx.log.error('the picture of a software cannot be drawn', { error });
    return undefined;
  }
};

/**
 * The picture of a page that is shared: a software's first public template with its sample values, as the printer would
 * get it, or the site's mark when it has none; without an alias that of the first software. A PNG of 1200 × 630 px.
 * @returns null when there is no such software online
 */
export const previewPicture = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias?: string | undefined;
}): Promise<Buffer | null> => {
  const { kysely } = ctx.db;
  const software =
    alias === undefined
      ? (await onlineSoftwares(kysely))[0]
      : await findSoftware(kysely, { alias });
  // Pictures are kept by name: one name each, and not every spelling that finds the software.
  if (alias !== undefined && (software?.state !== 'online' || software.alias !== alias))
    return null;
  if (!software) return markOnGround();
  const row = await kysely
    .selectFrom('template')
    .select('content')
    .where('software_id', '=', software.id)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const bitmap = row && drawn(ctx, row.content);
  return bitmap ? onGround(bitmap) : markOnGround();
};
