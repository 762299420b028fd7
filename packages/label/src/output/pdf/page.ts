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
import { fromFirst, short } from '../path.ts';
import { barRects, matrixRects, type SymbolRects, type UnitRect } from '../symbol-rects.ts';
import { coveredSymbol } from './cover.ts';
import type { UsedFont, UsedFonts } from './fonts.ts';
import type { UsedForms } from './forms.ts';
import type { UsedImages } from './images.ts';

/** Half a dot: the pen of the font is corrected when a glyph would stand further than this from its dot. */
const SNAP = 0.5;
/** The fraction of a dot that lines are moved by. */
const ROUNDING = 0.1;

/** What pages share. */
type Used = { fonts: UsedFonts; forms: UsedForms; images: UsedImages };

/**
 * The scene as page content (ISO 32000-1, 8 and 9), a unit a dot, y upwards from the bottom: text in the fonts, codes and
 * lines as filled rectangles, pictures a sample a dot.
 */
export function pageContent(scene: Scene, { fonts, forms, images }: Used): string {
  const height = scene.heightDots;
  const drawn = drawScene(textFirst(scene), {
    glyphs: (op) => drawGlyphs(op, fonts.of(op.font), height),
    rect: (op) => inPaper(op, `${rectangle(op, height)} f`),
    bars: (op) => drawSymbol(barRects(op), height),
    matrix: (op) => drawMatrix(op, forms, height),
    path: (op) => drawPath(op, height),
    image: (op) => drawImage(op, images.getName(op.bitmap), height),
  });
  return drawn.filter((part) => part !== '').join('\n');
}

/** Where nothing is drawn in the colour of the paper order shows in nothing, and bytes that are alike compress better. */
function textFirst(scene: Scene): Scene {
  const isText = ({ kind }: SceneOp): boolean => kind === 'glyphs';
  if (scene.ops.some((op) => 'paper' in op && op.paper)) return scene;
  const ops = [...scene.ops.filter(isText), ...scene.ops.filter((op) => !isText(op))];
  return { ...scene, ops };
}

/** Ink is black, as a page begins. */
const inPaper = ({ paper }: { paper?: true }, drawn: string): string =>
  paper ? `1 g ${drawn} 0 g` : drawn;

const rectangle = ({ x0, y0, x1, y1 }: DotRect | RectOp, height: number): string =>
  `${short(x0)} ${short(height - y1)} ${short(x1 - x0)} ${short(y1 - y0)} re`;

/** All of a symbol that touches is one path, so that no light line shows between. */
function drawSymbol(symbol: SymbolRects, height: number, shared = ''): string {
  const { x, y, across, down, rects } = symbol;
  if (rects.length === 0) return '';
  const path = rectPath(rects);
  return `q ${across} 0 0 ${-down} ${short(x)} ${short(height - y)} cm${shared}\n${path}f Q`;
}

function drawMatrix(op: MatrixOp, forms: UsedForms, height: number): string {
  if (op.shrink) return drawSymbol(matrixRects(op), height);
  const { finders, size, ...symbol } = coveredSymbol(op);
  if (finders.length === 0) return drawSymbol(symbol, height);
  const name = forms.getName(`${rectPath(finders)}f`, size);
  return drawSymbol(symbol, height, `/${name} Do`);
}

const rectPath = (rects: readonly UnitRect[]): string =>
  rects
    .toSorted(bySize)
    .map(
      ({ x, y, width, height }) => `${short(x)} ${short(y)} ${short(width)} ${short(height)} re\n`,
    )
    .join('');

/** Rectangles of one size behind each other are alike but for their place: less when compressed. */
function bySize(a: UnitRect, b: UnitRect): number {
  if (a.height === 1 && b.height === 1) return a.width - b.width || a.y - b.y || a.x - b.x;
  return a.height - b.height || a.width - b.width || a.x - b.x || a.y - b.y;
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
  const lines = listLines(op);
  if (lines.length === 0) return '';
  const isPlain = op.rotation === 0 && lines.length === 1;
  const shown = lines.map((line) => {
    const parts = listParts(line, op);
    const place = getPlace(line, parts[0]?.moved ?? 0, { op, isPlain, height });
    return `${place}${showLine(parts, op, font)}`;
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
function listLines({ glyphs, rotation }: GlyphsOp): SceneGlyph[][] {
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

/** Sets the origin of a line, moved along it by so many dots; where the only line of a text object begins without a turn. */
function getPlace(
  [first]: readonly SceneGlyph[],
  moved: number,
  { op, isPlain, height }: { op: GlyphsOp; isPlain: boolean; height: number },
): string {
  if (first === undefined) return '';
  const [right, down] = ALONG[op.rotation];
  const at = `${short(first.x + right * moved)} ${short(height - first.y - down * moved)}`;
  return isPlain ? `${at} Td` : `${TURNS[op.rotation]} ${at} Tm`;
}

/** A dot along a line: to the right and down. */
const ALONG: Readonly<Record<Rotation, readonly [number, number]>> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
};

/** Glyphs that stand right by the widths of the font alone, moved by so many dots from where those begin. */
type Part = { glyphs: SceneGlyph[]; moved: number };

const getEm = ({ sizeDots, widthPercent = 100 }: GlyphsOp): number =>
  (sizeDots * widthPercent) / 100;

/** Parts a line where glyphs, each on its whole dot, stray too far from the widths of the font however they are moved. */
function listParts(line: readonly SceneGlyph[], op: GlyphsOp): Part[] {
  const [first] = line;
  if (first === undefined) return [];
  const perUnit = getEm(op) / op.font.unitsPerEm;
  const parts: Part[] = [];
  let [pen, least, most] = [0, Infinity, -Infinity];
  for (const one of line) {
    const off = fromFirst(one, first, op.rotation).x - pen;
    let part = parts.at(-1);
    if (part === undefined || Math.max(most, off) - Math.min(least, off) > 2 * SNAP - ROUNDING) {
      part = { glyphs: [], moved: 0 };
      parts.push(part);
      [least, most] = [off, off];
    }
    [least, most] = [Math.min(least, off), Math.max(most, off)];
    part.glyphs.push(one);
    // Where the line begins is told in whole dots if it can be.
    const isRight = parts.length === 1 && most <= SNAP && least >= -SNAP;
    part.moved = isRight ? 0 : Math.round((least + most) / 2 / ROUNDING) * ROUNDING;
    pen += op.font.getAdvance(one.glyph) * perUnit;
  }
  return parts;
}

/** Shows the glyphs, with the steps between their parts that their own widths do not make. */
function showLine(parts: readonly Part[], op: GlyphsOp, font: UsedFont): string {
  let moved = parts[0]?.moved ?? 0;
  const shown = parts.map((part, i) => {
    const step = Math.round(((moved - part.moved) * 1000) / getEm(op));
    moved -= (step * getEm(op)) / 1000;
    const codes = part.glyphs.map((one) => characterCode(font.getCid(one.glyph, one.codePoint)));
    return `${i === 0 ? '' : step}(${codes.join('')})`;
  });
  return parts.length === 1 ? `${shown.join('')}Tj` : `[${shown.join('')}]TJ`;
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
