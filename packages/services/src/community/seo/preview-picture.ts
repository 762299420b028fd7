import { parseTemplate } from '@yunbiao/contract';
import {
  type Bitmap,
  type LabelData,
  type Template,
  isBlackDot,
  layoutLabel,
  rasterizeScene,
  SAMPLE_TIME,
  buildSampleData,
} from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { getLabelFonts, getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';
import { findSoftware, listOnlineSoftwares } from '../../identity/software/find.ts';
import { layOutPicture } from '../handbook/draw.ts';
import { type HandbookName, isHandbookName } from '../handbook/names.ts';
import { drawLogo, MARK_COLOR } from './logo.ts';
import { encodePalettePng, type Rgb } from './palette-png.ts';
import { parsePictureKind, type PictureKind } from './picture-kinds.ts';

/** Size of link preview pictures, px. */
const WIDTH = 1200;
const HEIGHT = 630;
/** Minimum margin around the label, px. */
const MARGIN = 60;

/** Palette: grey levels from paper to ink, then the background, the label's edge and the accent. */
const STEPS = 16;
const PAPER = 0;
const BACKGROUND = STEPS + 1;
const EDGE = STEPS + 2;
const ACCENT = STEPS + 3;
const PALETTE: readonly Rgb[] = [
  ...Array.from({ length: STEPS + 1 }, (_, i): Rgb => {
    const grey = Math.round(255 * (1 - i / STEPS));
    return [grey, grey, grey];
  }),
  [0xe9, 0xec, 0xef],
  [0xc4, 0xca, 0xd1],
  MARK_COLOR,
];

const LOGO_PX = 336;

/** Share of ink in the dots from (x0, y0) to (x1, y1), exclusive, as a grey level. */
const computeInkShare = (
  bitmap: Bitmap,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
) => {
  let ink = 0;
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1) if (isBlackDot(bitmap, x, y)) ink += 1;
  return Math.round((ink / ((x1 - x0) * (y1 - y0))) * STEPS);
};

/** Height of the band with the title at the top of a picture, px. */
const BAND = 132;
const BAND_LOGO = 60;
/** Size of the title, mm; one pixel is 0.1 mm. */
const TITLE = { widthMm: (WIDTH - 2 * MARGIN - BAND_LOGO - 28) / 10, heightMm: 8, sizeMm: 5.6 };

type Area = { left: number; top: number; width: number; height: number };

/** Draws the bitmap in grey levels into the area, which has its proportions. */
const drawBitmapOnPicture = (
  pixels: Uint8Array,
  bitmap: Bitmap,
  { left, top, width, height }: Area,
) => {
  const [across, down] = [bitmap.width / width, bitmap.height / height];
  for (let y = 0; y < height; y += 1) {
    const row = (top + y) * WIDTH + left;
    const y0 = Math.floor(y * down);
    const y1 = Math.max(y0 + 1, Math.floor((y + 1) * down));
    for (let x = 0; x < width; x += 1) {
      const x0 = Math.floor(x * across);
      const x1 = Math.max(x0 + 1, Math.floor((x + 1) * across));
      pixels[row + x] = computeInkShare(bitmap, [x0, y0, x1, y1]);
    }
  }
};

/** Draws the label centred below `from`, px, as large as the margins allow. */
const drawLabelOnPicture = (pixels: Uint8Array, bitmap: Bitmap, from: number): void => {
  const room = HEIGHT - from;
  const scale = Math.min((WIDTH - 2 * MARGIN) / bitmap.width, (room - 2 * MARGIN) / bitmap.height);
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const left = (WIDTH - width) >> 1;
  const top = from + ((room - height) >> 1);
  for (let y = -1; y <= height; y += 1) {
    const row = (top + y) * WIDTH + left;
    pixels.fill(EDGE, row - 1, row + width + 1);
  }
  drawBitmapOnPicture(pixels, bitmap, { left, top, width, height });
};

/** The title as the engine prints it: one line, smaller when it is long. */
const rasterizeTitle = (title: string): Bitmap => {
  const { widthMm, heightMm, sizeMm } = TITLE;
  const box = { xMm: 0, yMm: 0, widthMm, heightMm, rotation: 0 } as const;
  const template = parseTemplate({
    version: 1,
    widthMm,
    heightMm,
    fields: [{ name: 'title', label: '标题', sample: title }],
    elements: [
      {
        type: 'text',
        id: 'title',
        ...box,
        content: '{{title}}',
        sizeMm,
        weight: 700,
        align: 'left',
        fit: 'shrink',
      },
    ],
  });
  return rasterizeTemplate(template, { title });
};

/** Draws the band with the logo and the title. */
const drawTitleBand = (pixels: Uint8Array, title: string): void => {
  pixels.fill(PAPER, 0, BAND * WIDTH);
  pixels.fill(EDGE, BAND * WIDTH, (BAND + 1) * WIDTH);
  const square = { left: MARGIN, top: (BAND - BAND_LOGO) >> 1, side: BAND_LOGO };
  drawLogo({ pixels, width: WIDTH }, square, { mark: ACCENT, paper: PAPER });
  const height = TITLE.heightMm * 10;
  drawBitmapOnPicture(pixels, rasterizeTitle(title), {
    left: MARGIN + BAND_LOGO + 28,
    top: (BAND - height) >> 1,
    width: TITLE.widthMm * 10,
    height,
  });
};

const drawPreviewWithTitle = (bitmap: Bitmap | undefined, title?: string): Buffer => {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(BACKGROUND);
  if (title !== undefined) drawTitleBand(pixels, title);
  const from = title === undefined ? 0 : BAND;
  if (bitmap) drawLabelOnPicture(pixels, bitmap, from);
  else {
    const top = from + ((HEIGHT - from - LOGO_PX) >> 1);
    const square = { left: (WIDTH - LOGO_PX) >> 1, top, side: LOGO_PX };
    drawLogo({ pixels, width: WIDTH }, square, { mark: ACCENT, paper: PAPER });
  }
  return encodePalettePng(pixels, { width: WIDTH, height: HEIGHT, palette: PALETTE });
};

/** A higher resolution than the picture, for grey edges. */
const MEDIA = { dpi: 600 } as const;

const rasterizeTemplate = (template: Template, data: LabelData): Bitmap =>
  rasterizeScene(
    layoutLabel({
      template,
      data,
      media: MEDIA,
      fonts: getLabelFonts(),
      rareCodes: getRareSymbologyEncoders,
      at: SAMPLE_TIME,
    }),
  );

/** Draws a stored template. Returns undefined when it does not pass today's validation. */
const rasterizeStoredTemplate = (ctx: Context, content: string): Bitmap | undefined => {
  try {
    const template = parseTemplate(JSON.parse(content));
    return rasterizeTemplate(template, buildSampleData(template));
  } catch (error) {
    ctx.log.error('the picture of a software cannot be drawn', { error });
    return undefined;
  }
};

/** A public template of the software: the one with this id, or the first. */
const findPublicTemplate = (ctx: Context, softwareId: number, id?: number) =>
  ctx.db.kysely
    .selectFrom('template')
    .select(['name', 'content'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .executeTakeFirst();

const handbookPictures = new Map<HandbookName, Buffer>();

/** Same for every software, and part of the program: cached for the life of the process. */
const drawHandbookPicture = (name: HandbookName, title: string): Buffer => {
  const cached = handbookPictures.get(name);
  if (cached) return cached;
  const picture = drawPreviewWithTitle(rasterizeScene(layOutPicture(name, MEDIA.dpi)), title);
  handbookPictures.set(name, picture);
  return picture;
};

/** Draws a preview picture. @returns null for a template that the software does not have */
const drawPreviewOfKind = async (
  ctx: Context,
  softwareId: number,
  kind: PictureKind | undefined,
): Promise<Buffer | null> => {
  if (kind && 'handbook' in kind && isHandbookName(kind.handbook))
    return drawHandbookPicture(kind.handbook, kind.title);
  const isOfTemplate = kind !== undefined && 'templateId' in kind;
  const row = await findPublicTemplate(ctx, softwareId, isOfTemplate ? kind.templateId : undefined);
  if (isOfTemplate && !row) return null;
  const title = isOfTemplate ? row?.name : kind?.title;
  return drawPreviewWithTitle(row && rasterizeStoredTemplate(ctx, row.content), title);
};

/**
 * Preview picture of a shared page, PNG of 1200 × 630 px: a label of the software as printed, or
 * the logo when it has none, below the title of the page; the home page has no title, and without
 * an alias the label is that of the first software.
 * @returns null when there is no such online software, kind or template
 */
export const drawPreviewPicture = async ({
  ctx,
  alias,
  kind,
}: {
  ctx: Context;
  alias?: string | undefined;
  /** See `parsePictureKind`. */
  kind?: string | undefined;
}): Promise<Buffer | null> => {
  const { kysely } = ctx.db;
  const pictureKind = kind === undefined ? undefined : parsePictureKind(kind);
  if (kind !== undefined && !pictureKind) return null;
  const software =
    alias === undefined
      ? (await listOnlineSoftwares(kysely))[0]
      : await findSoftware(kysely, { alias });
  // Pictures are cached by URL, so only the exact alias is accepted, not every spelling that finds
  // the software.
  if (alias !== undefined && (software?.state !== 'online' || software.alias !== alias))
    return null;
  return software
    ? drawPreviewOfKind(ctx, software.id, pictureKind)
    : drawPreviewWithTitle(undefined);
};
