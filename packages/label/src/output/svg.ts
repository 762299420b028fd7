import { walkContour } from '../font/outline.ts';
import type { GlyphsOp, ImageOp, PathOp, RectOp, Scene } from '../scene.ts';
import { drawScene } from '../surface.ts';
import type { Rotation } from '../template.ts';
import { base64Bytes } from './base64.ts';
import { storedDeflate } from './deflate.ts';
import { bitmapToPng } from './png.ts';
import { type GlyphSheet, SHEET_EM } from './glyph-sheet.ts';
import { fromFirst, pair, type Point, short } from './path.ts';
import { barRects, matrixRects, type SymbolRects } from './symbol-rects.ts';

type SvgOptions = {
  /** Escaped, and the accessible name; without it the picture is hidden from assistive technology. */
  title?: string;
  /** Where the page that shows the picture defines its glyphs; without it the picture holds their outlines itself. */
  glyphs?: GlyphSheet;
};

/**
 * The scene as an SVG, one unit a dot: glyphs as outlines (no font needed), codes and lines crisp. Carries no ids of its
 * own, so that many can stand in one page.
 */
export function sceneToSvg(scene: Scene, { title, glyphs }: SvgOptions = {}): string {
  const { widthDots: width, heightDots: height } = scene;
  const name =
    title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeXml(title)}"`;
  const label = title === undefined ? '' : `<title>${escapeXml(title)}</title>`;
  const drawn = drawScene(scene, {
    glyphs: (op) => drawGlyphs(op, glyphs),
    rect: drawRect,
    bars: (op) => drawSymbol(barRects(op)),
    matrix: (op) => drawSymbol(matrixRects(op)),
    path: drawPath,
    image: drawImage,
  });
  const body = drawn.join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${name}>${label}` +
    `<path fill="#fff" d="M0 0h${width}v${height}h${-width}z"/>${body}</svg>`
  );
}

const CRISP = '<path shape-rendering="crispEdges"';

/** Ink is black, as SVG has it when nothing is said. */
const getFill = ({ paper }: { paper?: true }): string => (paper ? ' fill="#fff"' : '');

const drawRect = (op: RectOp): string =>
  `${CRISP}${getFill(op)} d="M${op.x0} ${op.y0}h${op.x1 - op.x0}v${op.y1 - op.y0}h${op.x0 - op.x1}z"/>`;

/** Symbols are drawn in units of their own, each rectangle told from the one before: small numbers, which repeat. */
function drawSymbol({ x, y, across, down, rects }: SymbolRects): string {
  let path = 'M0 0';
  let at: Point = { x: 0, y: 0 };
  for (const rect of rects) {
    const wide = short(rect.width);
    path += `m${short(rect.x - at.x)} ${short(rect.y - at.y)}h${wide}v${short(rect.height)}h-${wide}z`;
    at = rect;
  }
  return `${CRISP} transform="matrix(${across} 0 0 ${down} ${x} ${y})" d="${path}"/>`;
}

/** As a PNG in the address, one pixel a dot, clear where it is not black. */
function drawImage({ x, y, bitmap }: ImageOp): string {
  const png = bitmapToPng(bitmap, storedDeflate, { isClear: true });
  const address = `data:image/png;base64,${toAscii(base64Bytes(png))}`;
  const size = `width="${bitmap.width}" height="${bitmap.height}"`;
  return `<image x="${x}" y="${y}" ${size} style="image-rendering:pixelated" href="${address}"/>`;
}

const toAscii = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** In whole sixteenths of a dot, each corner told from the one before. */
function drawPath({ rings }: PathOp): string {
  let path = '';
  for (const ring of rings) {
    let [fromX, fromY] = [0, 0];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x, y] = [(ring[i] ?? 0) * 16, (ring[i + 1] ?? 0) * 16];
      path += `${i === 0 ? 'M' : 'l'}${pair(x - fromX, y - fromY)}`;
      [fromX, fromY] = [x, y];
    }
    path += 'z';
  }
  return `<path transform="scale(.0625)" d="${path}"/>`;
}

function drawGlyphs(op: GlyphsOp, sheet: GlyphSheet | undefined): string {
  const drawn = sheet === undefined ? drawOutlines(op) : drawUses(op, sheet);
  if (drawn === '' || op.clip === undefined) return drawn;
  const { x0, y0, x1, y1 } = op.clip;
  // A nested viewport clips without needing an id.
  const [width, height] = [x1 - x0, y1 - y0];
  return `<svg x="${x0}" y="${y0}" width="${width}" height="${height}" viewBox="${x0} ${y0} ${width} ${height}">${drawn}</svg>`;
}

function drawOutlines(op: GlyphsOp): string {
  const path = glyphsPath(op);
  return path === '' ? '' : `<path transform="scale(.1)"${getFill(op)} d="${path}"/>`;
}

function drawUses(op: GlyphsOp, sheet: GlyphSheet): string {
  const [first] = op.glyphs;
  if (first === undefined) return '';
  const scale = op.sizeDots / SHEET_EM;
  const along = (scale * (op.widthPercent ?? 100)) / 100;
  const uses = op.glyphs.map((glyph) => {
    const id = sheet.getId(op.font, glyph.glyph);
    if (id === undefined) return '';
    const at = fromFirst(glyph, first, op.rotation);
    return `<use href="#${id}"${placeAt('x', at.x / along)}${placeAt('y', at.y / scale)}/>`;
  });
  const body = uses.join('');
  if (body === '') return '';
  const turn = op.rotation === 0 ? '' : `rotate(${op.rotation})`;
  return `<g${getFill(op)} transform="translate(${pair(first.x, first.y)})${turn}scale(${scales(along, scale)})">${body}</g>`;
}

const scales = (across: number, down: number): string =>
  across === down ? short(down) : pair(Number(short(across)), Number(short(down)));

const placeAt = (name: 'x' | 'y', value: number): string =>
  value === 0 ? '' : ` ${name}="${Math.round(value * 10) / 10}"`;

/** Outlines in whole tenths of a dot, each point told from the one before: half as long as absolute decimals. */
function glyphsPath(op: GlyphsOp): string {
  let path = '';
  const scale = op.sizeDots / op.font.unitsPerEm;
  const along = (scale * (op.widthPercent ?? 100)) / 100;
  for (const { glyph, x, y } of op.glyphs) {
    const point = pointReader({ x, y }, { along, scale }, op.rotation);
    let at: Point = { x: 0, y: 0 };
    const from = (to: Point): string => pair(to.x - at.x, to.y - at.y);
    for (const contour of op.font.listContours(glyph)) {
      walkContour(contour, {
        moveTo: (px, py) => {
          at = point(px, py);
          path += `M${pair(at.x, at.y)}`;
        },
        lineTo: (px, py) => {
          const to = point(px, py);
          path += `l${from(to)}`;
          at = to;
        },
        curveTo: (cx, cy, px, py) => {
          const to = point(px, py);
          const [control, end] = [from(point(cx, cy)), from(to)];
          path += `q${control}${end.startsWith('-') ? '' : ' '}${end}`;
          at = to;
        },
        close: () => (path += 'z'),
      });
    }
  }
  return path;
}

/** Places a point of the outline, in whole tenths of a dot: rounding does not add up along the outline. */
function pointReader(
  { x, y }: Point,
  { along, scale }: { along: number; scale: number },
  rotation: Rotation,
): (px: number, py: number) => Point {
  const place = (dx: number, dy: number): Point => ({
    // Adding zero turns -0 into 0.
    x: Math.round((x + dx) * 10) + 0,
    y: Math.round((y + dy) * 10) + 0,
  });
  return (px, py) => {
    const right = px * along;
    const down = -py * scale;
    if (rotation === 90) return place(-down, right);
    if (rotation === 180) return place(-right, -down);
    if (rotation === 270) return place(down, -right);
    return place(right, down);
  };
}

function escapeXml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
