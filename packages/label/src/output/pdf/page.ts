import type { DotRect, GlyphsOp, ImageOp, PathOp, RectOp, Scene, SceneGlyph } from '../../scene.ts';
import { drawScene } from '../../surface.ts';
import type { Rotation } from '../../template.ts';
import { fromFirst, short } from '../path.ts';
import { barRects, matrixRects, type SymbolRects, type UnitRect } from '../symbol-rects.ts';
import type { UsedFont, UsedFonts } from './fonts.ts';
import type { UsedImages } from './images.ts';

/** Half a dot: the pen of the font is corrected when a glyph would stand further than this from its dot. */
const SNAP = 0.5;

/** What pages share. */
type Used = { fonts: UsedFonts; images: UsedImages };

/**
 * The scene as page content (ISO 32000-1, 8 and 9), a unit a dot, y upwards from the bottom: text in the fonts, codes and
 * lines as filled rectangles, pictures a sample a dot.
 */
export function pageContent(scene: Scene, { fonts, images }: Used): string {
  const height = scene.heightDots;
  const drawn = drawScene(scene, {
    glyphs: (op) => drawGlyphs(op, fonts.of(op.font), height),
    rect: (op) => inPaper(op, `${rectangle(op, height)} f`),
    bars: (op) => drawSymbol(barRects(op), height),
    matrix: (op) => drawSymbol(matrixRects(op), height),
    path: (op) => drawPath(op, height),
    image: (op) => drawImage(op, images.nameOf(op.bitmap), height),
  });
  return drawn.filter((part) => part !== '').join('\n');
}

/** Ink is black, as a page begins. */
const inPaper = ({ paper }: { paper?: true }, drawn: string): string =>
  paper ? `1 g ${drawn} 0 g` : drawn;

const rectangle = ({ x0, y0, x1, y1 }: DotRect | RectOp, height: number): string =>
  `${short(x0)} ${short(height - y1)} ${short(x1 - x0)} ${short(y1 - y0)} re`;

/** All of a symbol is one path, so that no light line shows between what touches. */
function drawSymbol({ x, y, across, down, rects }: SymbolRects, height: number): string {
  if (rects.length === 0) return '';
  const path = rects.toSorted(bySize).map((rect) => {
    return `${short(rect.x)} ${short(rect.y)} ${short(rect.width)} ${short(rect.height)} re\n`;
  });
  return `q ${across} 0 0 ${-down} ${short(x)} ${short(height - y)} cm\n${path.join('')}f Q`;
}

/** Rectangles of one size behind each other are alike but for their place: a tenth less when compressed. */
function bySize(a: UnitRect, b: UnitRect): number {
  return a.width - b.width || a.height - b.height || a.y - b.y || a.x - b.x;
}

/** Rings that go the other way are holes. */
function drawPath({ rings }: PathOp, height: number): string {
  const drawn = rings.map((ring) => {
    let path = '';
    for (let i = 0; i + 1 < ring.length; i += 2)
      path += `${short(ring[i] ?? 0)} ${short(height - (ring[i + 1] ?? 0))} ${i === 0 ? 'm' : 'l'}\n`;
    return `${path}h`;
  });
  return `${drawn.join(' ')} f`;
}

/** A picture is one unit high and wide. */
function drawImage({ x, y, bitmap }: ImageOp, name: string, height: number): string {
  const { width: across, height: down } = bitmap;
  return `q ${across} 0 0 ${down} ${short(x)} ${short(height - y - down)} cm/${name} Do Q`;
}

function drawGlyphs(op: GlyphsOp, font: UsedFont, height: number): string {
  const lines = linesOf(op);
  if (lines.length === 0) return '';
  const isPlain = op.rotation === 0 && lines.length === 1;
  const shown = lines.map((line) => {
    const place = placeOf(line, isPlain ? undefined : op.rotation, height);
    return `${place}${showLine(line, op, font)}`;
  });
  const { widthPercent = 100 } = op;
  // The scale of a line stays with the page (9.3.4): it is set back.
  const [wide, plain] = widthPercent === 100 ? ['', ''] : [` ${widthPercent} Tz`, ' 100 Tz'];
  const set = `${font.name} ${short(op.sizeDots)} Tf${wide}`;
  const text = inPaper(op, `BT/${set} ${shown.join('\n')}${plain} ET`);
  return op.clip === undefined ? text : `q ${rectangle(op.clip, height)} W n ${text} Q`;
}

const isSideways = (rotation: Rotation): boolean => rotation === 90 || rotation === 270;

/** Glyphs that stand on one baseline, in their order. */
function linesOf({ glyphs, rotation }: GlyphsOp): SceneGlyph[][] {
  const lines: SceneGlyph[][] = [];
  const baseline = ({ x, y }: SceneGlyph): number => (isSideways(rotation) ? x : y);
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line !== undefined && first !== undefined && baseline(first) === baseline(glyph))
      line.push(glyph);
    else lines.push([glyph]);
  }
  return lines;
}

/** Cosine and sine of a turn, clockwise, as a text matrix has them. */
const TURNS: Readonly<Record<Rotation, string>> = {
  0: '1 0 0 1',
  90: '0 -1 1 0',
  180: '-1 0 0 -1',
  270: '0 1 -1 0',
};

/** Sets the origin of a line; without a turn, where the only line of a text object begins. */
function placeOf(
  [first]: readonly SceneGlyph[],
  turn: Rotation | undefined,
  height: number,
): string {
  if (first === undefined) return '';
  const at = `${short(first.x)} ${short(height - first.y)}`;
  return turn === undefined ? `${at} Td` : `${TURNS[turn]} ${at} Tm`;
}

/** Shows the glyphs, with the steps between them that their own widths do not make. */
function showLine(line: readonly SceneGlyph[], op: GlyphsOp, font: UsedFont): string {
  const [first] = line;
  if (first === undefined) return '';
  const { rotation } = op;
  const em = (op.sizeDots * (op.widthPercent ?? 100)) / 100;
  const perUnit = em / op.font.unitsPerEm;
  let pen = 0;
  let shown = '(';
  let isPlain = true;
  for (const one of line) {
    const gap = fromFirst(one, first, rotation).x - pen;
    if (Math.abs(gap) > SNAP) {
      const step = Math.round((-gap * 1000) / em);
      shown += `)${step}(`;
      pen -= (step * em) / 1000;
      isPlain = false;
    }
    shown += characterCode(font.cidOf(one.glyph, one.codePoint));
    pen += op.font.advanceOf(one.glyph) * perUnit;
  }
  return isPlain ? `${shown})Tj` : `[${shown})]TJ`;
}

/** Two bytes of a literal string (7.3.4.2). */
function characterCode(cid: number): string {
  return stringByte(cid >> 8) + stringByte(cid & 0xff);
}

function stringByte(byte: number): string {
  // A carriage return would be read as a line feed.
  if (byte === 0x0d) return '\\r';
  const character = String.fromCharCode(byte);
  return byte === 0x28 || byte === 0x29 || byte === 0x5c ? `\\${character}` : character;
}
