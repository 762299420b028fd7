import { walkContour } from '../font/outline.ts';
import { SLANT } from '../scene.ts';
import type { GlyphsOp, ImageOp, PathOp, RectOp, Scene } from '../scene.ts';
import { drawScene } from '../surface.ts';
import type { Rotation } from '../template.ts';
import { encodeBase64 } from './base64.ts';
import { deflateWithoutCompression } from './deflate.ts';
import { bitmapToPng } from './png.ts';
import { type GlyphSheet, SHEET_EM } from './glyph-sheet.ts';
import {
  computeOffsetAlongText,
  formatCoordinatePair,
  type Point,
  formatShortNumber,
} from './path.ts';
import { listBarRects, listDarkModuleRects, type SymbolRects } from './symbol-rects.ts';

type SvgOptions = {
  /** Accessible name, escaped; without it the picture is hidden from assistive technology. */
  title?: string;
  /** Sheet of glyphs defined by the page; without it the picture contains the outlines itself. */
  glyphs?: GlyphSheet;
};

/**
 * Writes the scene as an SVG, one unit per dot: glyphs as outlines (no font needed), codes and
 * lines with crisp edges. It defines no ids, so that a page may contain many.
 */
export function sceneToSvg(scene: Scene, { title, glyphs }: SvgOptions = {}): string {
  const { widthDots, heightDots } = scene;
  const name =
    title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeXml(title)}"`;
  const label = title === undefined ? '' : `<title>${escapeXml(title)}</title>`;
  const drawnParts = drawScene(scene, {
    glyphs: (op) => drawSvgGlyphs(op, glyphs),
    rect: drawSvgRect,
    bars: (op) => drawSvgSymbol(listBarRects(op)),
    matrix: (op) => drawSvgSymbol(listDarkModuleRects(op)),
    path: drawSvgPath,
    image: drawSvgImage,
  });
  const body = drawnParts.join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthDots} ${heightDots}"${name}>${label}` +
    `<path fill="#fff" d="M0 0h${widthDots}v${heightDots}h${-widthDots}z"/>${body}</svg>`
  );
}

const CRISP_PATH = '<path shape-rendering="crispEdges"';

/**
 * Formats the fill: white for content of the paper's colour, none for black, which is the default
 * of SVG.
 */
const formatFillAttribute = ({ paper }: { paper?: true }): string => (paper ? ' fill="#fff"' : '');

const drawSvgRect = (op: RectOp): string =>
  `${CRISP_PATH}${formatFillAttribute(op)} d="M${op.x0} ${op.y0}h${op.x1 - op.x0}v${op.y1 - op.y0}h${op.x0 - op.x1}z"/>`;

/** Draws a symbol in its own units with relative coordinates: small numbers that repeat. */
function drawSvgSymbol({ x, y, across, down, rects }: SymbolRects): string {
  let path = 'M0 0';
  let at: Point = { x: 0, y: 0 };
  for (const rect of rects) {
    const wide = formatShortNumber(rect.width);
    path += `m${formatShortNumber(rect.x - at.x)} ${formatShortNumber(rect.y - at.y)}h${wide}v${formatShortNumber(rect.height)}h-${wide}z`;
    at = rect;
  }
  return `${CRISP_PATH} transform="matrix(${across} 0 0 ${down} ${x} ${y})" d="${path}"/>`;
}

/** Draws a picture as a PNG data URL, one pixel per dot, transparent where it is not black. */
function drawSvgImage({ x, y, bitmap }: ImageOp): string {
  const png = bitmapToPng(bitmap, deflateWithoutCompression, { isClear: true });
  const address = `data:image/png;base64,${decodeAsciiBytes(encodeBase64(png))}`;
  const size = `width="${bitmap.width}" height="${bitmap.height}"`;
  return `<image x="${x}" y="${y}" ${size} style="image-rendering:pixelated" href="${address}"/>`;
}

const decodeAsciiBytes = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** Draws a path in whole sixteenths of a dot, with relative coordinates. */
function drawSvgPath({ rings }: PathOp): string {
  let path = '';
  for (const ring of rings) {
    let [fromX, fromY] = [0, 0];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x, y] = [(ring[i] ?? 0) * 16, (ring[i + 1] ?? 0) * 16];
      path += `${i === 0 ? 'M' : 'l'}${formatCoordinatePair(x - fromX, y - fromY)}`;
      [fromX, fromY] = [x, y];
    }
    path += 'z';
  }
  return `<path transform="scale(.0625)" d="${path}"/>`;
}

function drawSvgGlyphs(op: GlyphsOp, sheet: GlyphSheet | undefined): string {
  // Glyphs of the sheet are upright.
  const drawnGlyphs =
    sheet === undefined || op.italic ? drawGlyphOutlines(op) : drawGlyphReferences(op, sheet);
  if (drawnGlyphs === '' || op.clip === undefined) return drawnGlyphs;
  const { x0, y0, x1, y1 } = op.clip;
  // A nested viewport clips without an id.
  const [width, height] = [x1 - x0, y1 - y0];
  return `<svg x="${x0}" y="${y0}" width="${width}" height="${height}" viewBox="${x0} ${y0} ${width} ${height}">${drawnGlyphs}</svg>`;
}

function drawGlyphOutlines(op: GlyphsOp): string {
  const path = buildGlyphsPath(op);
  return path === '' ? '' : `<path transform="scale(.1)"${formatFillAttribute(op)} d="${path}"/>`;
}

function drawGlyphReferences(op: GlyphsOp, sheet: GlyphSheet): string {
  const [first] = op.glyphs;
  if (first === undefined) return '';
  const scale = op.sizeDots / SHEET_EM;
  const horizontalScale = (scale * (op.widthPercent ?? 100)) / 100;
  const uses = op.glyphs.map((glyph) => {
    const id = sheet.getId(op.font, glyph.glyph);
    if (id === undefined) return '';
    const at = computeOffsetAlongText(glyph, first, op.rotation);
    return `<use href="#${id}"${formatCoordinateAttribute('x', at.x / horizontalScale)}${formatCoordinateAttribute('y', at.y / scale)}/>`;
  });
  const body = uses.join('');
  if (body === '') return '';
  const turn = op.rotation === 0 ? '' : `rotate(${op.rotation})`;
  return `<g${formatFillAttribute(op)} transform="translate(${formatCoordinatePair(first.x, first.y)})${turn}scale(${formatScaleArguments(horizontalScale, scale)})">${body}</g>`;
}

const formatScaleArguments = (across: number, down: number): string =>
  across === down
    ? formatShortNumber(down)
    : formatCoordinatePair(Number(formatShortNumber(across)), Number(formatShortNumber(down)));

const formatCoordinateAttribute = (name: 'x' | 'y', value: number): string =>
  value === 0 ? '' : ` ${name}="${Math.round(value * 10) / 10}"`;

/**
 * Outlines in whole tenths of a dot with relative coordinates: half as long as absolute decimals.
 */
function buildGlyphsPath(op: GlyphsOp): string {
  let path = '';
  const scale = op.sizeDots / op.font.unitsPerEm;
  const horizontalScale = (scale * (op.widthPercent ?? 100)) / 100;
  for (const { glyph, x, y } of op.glyphs) {
    const point = createOutlinePointPlacer(
      { x, y },
      { along: horizontalScale, scale, slant: op.italic ? SLANT : 0 },
      op.rotation,
    );
    let at: Point = { x: 0, y: 0 };
    const formatRelativePoint = (to: Point): string =>
      formatCoordinatePair(to.x - at.x, to.y - at.y);
    for (const contour of op.font.listContours(glyph)) {
      walkContour(contour, {
        moveTo: (px, py) => {
          at = point(px, py);
          path += `M${formatCoordinatePair(at.x, at.y)}`;
        },
        lineTo: (px, py) => {
          const to = point(px, py);
          path += `l${formatRelativePoint(to)}`;
          at = to;
        },
        curveTo: (cx, cy, px, py) => {
          const to = point(px, py);
          const [control, end] = [formatRelativePoint(point(cx, cy)), formatRelativePoint(to)];
          path += `q${control}${end.startsWith('-') ? '' : ' '}${end}`;
          at = to;
        },
        close: () => (path += 'z'),
      });
    }
  }
  return path;
}

/** Places a point of the outline in whole tenths of a dot: rounding errors do not accumulate. */
function createOutlinePointPlacer(
  { x, y }: Point,
  { along, scale, slant }: { along: number; scale: number; slant: number },
  rotation: Rotation,
): (px: number, py: number) => Point {
  const placePointInTenths = (dx: number, dy: number): Point => ({
    // Adding zero converts -0 to 0.
    x: Math.round((x + dx) * 10) + 0,
    y: Math.round((y + dy) * 10) + 0,
  });
  return (px, py) => {
    const down = -py * scale;
    const right = px * along - down * slant;
    if (rotation === 90) return placePointInTenths(-down, right);
    if (rotation === 180) return placePointInTenths(-right, -down);
    if (rotation === 270) return placePointInTenths(down, -right);
    return placePointInTenths(right, down);
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
