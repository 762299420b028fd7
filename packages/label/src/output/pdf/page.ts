import { SLANT } from '../../scene.ts';
import type {
  DotRect,
  GlyphsOp,
  ImageOp,
  MatrixOp,
  PathOp,
  RectOp,
  Scene,
  SceneGlyph,
  SceneOp,
} from '../../scene.ts';
import { drawScene } from '../../surface.ts';
import type { Rotation } from '../../template.ts';
import { computeOffsetAlongText, formatShortNumber } from '../path.ts';
import {
  listBarRects,
  listDarkModuleRects,
  type SymbolRects,
  type UnitRect,
} from '../symbol-rects.ts';
import { coverSymbolWithRectangles } from './cover.ts';
import type { UsedFont, UsedFonts } from './fonts.ts';
import type { UsedForms } from './forms.ts';
import type { UsedImages } from './images.ts';

/** Maximum distance of a glyph from its dot, in dots, before the pen position is corrected. */
const MAX_GLYPH_OFFSET = 0.5;
/** Step of line offsets, in dots. */
const OFFSET_STEP = 0.1;

/** Resources shared by all pages. */
type SharedResources = { fonts: UsedFonts; forms: UsedForms; images: UsedImages };

/**
 * Page content of a scene (ISO 32000-1, 8 and 9), one unit per dot, y upwards from the bottom: text
 * in the fonts, codes and lines as filled rectangles, pictures with one sample per dot.
 */
export function buildPdfPageContent(
  scene: Scene,
  { fonts, forms, images }: SharedResources,
): string {
  const height = scene.heightDots;
  const drawnParts = drawScene(moveTextFirst(scene), {
    glyphs: (op) => drawPdfGlyphs(op, fonts.getOrCreate(op.font), height),
    rect: (op) => fillWithPaperColor(op, `${formatPdfRectangle(op, height)} f`),
    bars: (op) => drawSymbolRects(listBarRects(op), height),
    matrix: (op) => drawMatrixCode(op, forms, height),
    path: (op) => drawPdfPath(op, height),
    image: (op) => drawPdfImage(op, images.getName(op.bitmap), height),
  });
  return drawnParts.filter((part) => part !== '').join('\n');
}

/**
 * The drawing order matters only if something is drawn in paper colour. Grouping similar operations
 * compresses better.
 */
function moveTextFirst(scene: Scene): Scene {
  const isTextOp = ({ kind }: SceneOp): boolean => kind === 'glyphs';
  if (scene.ops.some((op) => 'paper' in op && op.paper)) return scene;
  const ops = [...scene.ops.filter(isTextOp), ...scene.ops.filter((op) => !isTextOp(op))];
  return { ...scene, ops };
}

/**
 * Draws content of the paper's colour in white; other content stays black, the default of a page.
 */
const fillWithPaperColor = ({ paper }: { paper?: true }, content: string): string =>
  paper ? `1 g ${content} 0 g` : content;

const formatPdfRectangle = ({ x0, y0, x1, y1 }: DotRect | RectOp, height: number): string =>
  `${formatShortNumber(x0)} ${formatShortNumber(height - y1)} ${formatShortNumber(x1 - x0)} ${formatShortNumber(y1 - y0)} re`;

/** Draws a symbol as one path, so that no light lines show between its rectangles. */
function drawSymbolRects(symbol: SymbolRects, height: number, shared = ''): string {
  const { x, y, across, down, rects } = symbol;
  if (rects.length === 0) return '';
  const path = buildRectPath(rects);
  return `q ${across} 0 0 ${-down} ${formatShortNumber(x)} ${formatShortNumber(height - y)} cm${shared}\n${path}f Q`;
}

function drawMatrixCode(op: MatrixOp, forms: UsedForms, height: number): string {
  if (op.shrink) return drawSymbolRects(listDarkModuleRects(op), height);
  const { finders, size, ...symbol } = coverSymbolWithRectangles(op);
  if (finders.length === 0) return drawSymbolRects(symbol, height);
  const name = forms.getName(`${buildRectPath(finders)}f`, size);
  return drawSymbolRects(symbol, height, `/${name} Do`);
}

const buildRectPath = (rects: readonly UnitRect[]): string =>
  rects
    .toSorted(compareRectsBySizeThenPosition)
    .map(
      ({ x, y, width, height }) =>
        `${formatShortNumber(x)} ${formatShortNumber(y)} ${formatShortNumber(width)} ${formatShortNumber(height)} re\n`,
    )
    .join('');

/** Rectangles of one size in sequence differ only in position, which compresses better. */
function compareRectsBySizeThenPosition(a: UnitRect, b: UnitRect): number {
  if (a.height === 1 && b.height === 1) return a.width - b.width || a.y - b.y || a.x - b.x;
  return a.height - b.height || a.width - b.width || a.x - b.x || a.y - b.y;
}

/** Rings with the opposite direction are holes. */
function drawPdfPath({ rings }: PathOp, height: number): string {
  const ringPaths = rings.map((ring) => {
    let path = '';
    for (let i = 0; i + 1 < ring.length; i += 2)
      path += `${formatShortNumber(ring[i] ?? 0)} ${formatShortNumber(height - (ring[i + 1] ?? 0))} ${i === 0 ? 'm' : 'l'}\n`;
    return `${path}h`;
  });
  return `${ringPaths.join(' ')} f`;
}

/** Draws an image, which is one unit high and wide, at its size in dots. */
function drawPdfImage({ x, y, bitmap }: ImageOp, name: string, height: number): string {
  const { width: across, height: down } = bitmap;
  return `q ${across} 0 0 ${down} ${formatShortNumber(x)} ${formatShortNumber(height - y - down)} cm/${name} Do Q`;
}

function drawPdfGlyphs(op: GlyphsOp, font: UsedFont, height: number): string {
  const lines = groupGlyphsIntoLines(op);
  if (lines.length === 0) return '';
  const isPlain = op.rotation === 0 && lines.length === 1 && !op.italic;
  const shownLines = lines.map((line) => {
    const parts = splitLineWhereGlyphsDeviate(line, op);
    const place = formatLineOrigin(line, parts[0]?.moved ?? 0, { op, isPlain, height });
    return `${place}${formatTextLine(parts, op, font)}`;
  });
  const { widthPercent = 100 } = op;
  // The horizontal scale persists after the text object (9.3.4), so it is reset.
  const [wide, normalScale] = widthPercent === 100 ? ['', ''] : [` ${widthPercent} Tz`, ' 100 Tz'];
  const set = `${font.name} ${formatShortNumber(op.sizeDots)} Tf${wide}`;
  const text = fillWithPaperColor(op, `BT/${set} ${shownLines.join('\n')}${normalScale} ET`);
  return op.clip === undefined ? text : `q ${formatPdfRectangle(op.clip, height)} W n ${text} Q`;
}

const isSidewaysRotation = (rotation: Rotation): boolean => rotation === 90 || rotation === 270;

/** Groups consecutive glyphs on the same baseline. */
function groupGlyphsIntoLines({ glyphs, rotation }: GlyphsOp): SceneGlyph[][] {
  const lines: SceneGlyph[][] = [];
  const getBaseline = ({ x, y }: SceneGlyph): number => (isSidewaysRotation(rotation) ? x : y);
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line !== undefined && first !== undefined && getBaseline(first) === getBaseline(glyph))
      line.push(glyph);
    else lines.push([glyph]);
  }
  return lines;
}

/** Directions of a clockwise rotation, in the order of a text matrix: along the line, and up. */
const TURNS: Readonly<Record<Rotation, readonly [number, number, number, number]>> = {
  0: [1, 0, 0, 1],
  90: [0, -1, 1, 0],
  180: [-1, 0, 0, -1],
  270: [0, 1, -1, 0],
};

/** First four numbers of the text matrix (9.4.2). */
function formatTextDirections({ rotation, italic }: GlyphsOp): string {
  const [alongX, alongY, upX, upY] = TURNS[rotation];
  const slant = italic ? SLANT : 0;
  return [alongX, alongY, upX + slant * alongX, upY + slant * alongY]
    .map(formatShortNumber)
    .join(' ');
}

/**
 * Sets the origin of a line, shifted along it by `movedEm` dots. A single unrotated line needs no
 * text matrix.
 */
function formatLineOrigin(
  [first]: readonly SceneGlyph[],
  movedEm: number,
  { op, isPlain, height }: { op: GlyphsOp; isPlain: boolean; height: number },
): string {
  if (first === undefined) return '';
  const [right, down] = LINE_STEPS[op.rotation];
  const at = `${formatShortNumber(first.x + right * movedEm)} ${formatShortNumber(height - first.y - down * movedEm)}`;
  return isPlain ? `${at} Td` : `${formatTextDirections(op)} ${at} Tm`;
}

/** One dot along a line, as right and down. */
const LINE_STEPS: Readonly<Record<Rotation, readonly [number, number]>> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
};

/** Glyphs that the font's advances place correctly, shifted by `moved` dots. */
type Part = { glyphs: SceneGlyph[]; moved: number };

const computeEmWidth = ({ sizeDots, widthPercent = 100 }: GlyphsOp): number =>
  (sizeDots * widthPercent) / 100;

/**
 * Splits a line where glyphs, each on a whole dot, deviate too far from the font's advances for any
 * shift.
 */
function splitLineWhereGlyphsDeviate(line: readonly SceneGlyph[], op: GlyphsOp): Part[] {
  const [first] = line;
  if (first === undefined) return [];
  const perUnit = computeEmWidth(op) / op.font.unitsPerEm;
  const parts: Part[] = [];
  let [pen, min, max] = [0, Infinity, -Infinity];
  for (const lineGlyph of line) {
    const off = computeOffsetAlongText(lineGlyph, first, op.rotation).x - pen;
    let part = parts.at(-1);
    if (
      part === undefined ||
      Math.max(max, off) - Math.min(min, off) > 2 * MAX_GLYPH_OFFSET - OFFSET_STEP
    ) {
      part = { glyphs: [], moved: 0 };
      parts.push(part);
      [min, max] = [off, off];
    }
    [min, max] = [Math.min(min, off), Math.max(max, off)];
    part.glyphs.push(lineGlyph);
    // Keeps the start of the line on a whole dot if possible.
    const isRight = parts.length === 1 && max <= MAX_GLYPH_OFFSET && min >= -MAX_GLYPH_OFFSET;
    part.moved = isRight ? 0 : Math.round((min + max) / 2 / OFFSET_STEP) * OFFSET_STEP;
    pen += op.font.getAdvance(lineGlyph.glyph) * perUnit;
  }
  return parts;
}

/** Shows the glyphs, with adjustments between parts that differ from the advances. */
function formatTextLine(parts: readonly Part[], op: GlyphsOp, font: UsedFont): string {
  let offset = parts[0]?.moved ?? 0;
  const shownParts = parts.map((part, i) => {
    const step = Math.round(((offset - part.moved) * 1000) / computeEmWidth(op));
    offset -= (step * computeEmWidth(op)) / 1000;
    const codes = part.glyphs.map((glyph) =>
      encodeCharacterCode(font.getCid(glyph.glyph, glyph.codePoint)),
    );
    return `${i === 0 ? '' : step}(${codes.join('')})`;
  });
  return parts.length === 1 ? `${shownParts.join('')}Tj` : `[${shownParts.join('')}]TJ`;
}

/** Encodes a character code as two bytes of a literal string (7.3.4.2). */
function encodeCharacterCode(cid: number): string {
  return escapePdfStringByte(cid >> 8) + escapePdfStringByte(cid & 0xff);
}

function escapePdfStringByte(byte: number): string {
  // An unescaped carriage return would be read as a line feed.
  if (byte === 0x0d) return '\\r';
  const character = String.fromCharCode(byte);
  return byte === 0x28 || byte === 0x29 || byte === 0x5c ? `\\${character}` : character;
}
