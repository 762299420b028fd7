import { walkContour } from '../font/outline.ts';
import { matrixRow } from '../raster/matrix.ts';
import type { BarsOp, GlyphsOp, MatrixOp, Scene, SceneOp } from '../scene.ts';
import type { Rotation } from '../template.ts';

/**
 * The scene as a standalone SVG, one unit a dot: glyphs as outlines (no font needed), codes and
 * lines crisp. `title` is escaped and becomes the accessible name; without it the picture is hidden
 * from assistive technology. Carries no ids, so that many can stand in one page.
 */
export function sceneToSvg(scene: Scene, { title }: { title?: string } = {}): string {
  const { widthDots: width, heightDots: height } = scene;
  const name =
    title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeXml(title)}"`;
  const label = title === undefined ? '' : `<title>${escapeXml(title)}</title>`;
  const body = scene.ops.map(drawOp).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${name}>${label}` +
    `<path fill="#fff" d="M0 0h${width}v${height}h${-width}z"/>${body}</svg>`
  );
}

const CRISP = '<path shape-rendering="crispEdges" d="';

function drawOp(op: SceneOp): string {
  switch (op.kind) {
    case 'glyphs':
      return drawGlyphs(op);
    case 'rect':
      return `${CRISP}${rectPath(op.x0, op.y0, op.x1, op.y1)}"/>`;
    case 'bars':
      return `${CRISP}${barsPath(op)}"/>`;
    case 'matrix':
      return `${CRISP}${matrixPath(op)}"/>`;
  }
}

function rectPath(x0: number, y0: number, x1: number, y1: number): string {
  return `M${x0} ${y0}h${x1 - x0}v${y1 - y0}h${x0 - x1}z`;
}

function barsPath(op: BarsOp): string {
  let path = '';
  for (let i = 0; i + 1 < op.edges.length; i += 2) {
    const [start = 0, end = 0] = [op.edges[i], op.edges[i + 1]];
    path +=
      op.along === 'x'
        ? rectPath(op.x0 + start, op.y0, op.x0 + end, op.y1)
        : rectPath(op.x0, op.y0 + start, op.x1, op.y0 + end);
  }
  return path;
}

function matrixPath(op: MatrixOp): string {
  let path = '';
  for (let row = 0; row < op.code.size; row += 1) {
    const runs = matrixRow(op.code, row, op.rotation);
    const y = op.y + row * op.moduleDots;
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const [start = 0, end = 0] = [runs[i], runs[i + 1]];
      path += rectPath(
        op.x + start * op.moduleDots,
        y,
        op.x + end * op.moduleDots,
        y + op.moduleDots,
      );
    }
  }
  return path;
}

function drawGlyphs(op: GlyphsOp): string {
  const path = glyphsPath(op);
  if (path === '') return '';
  const drawn = `<path transform="scale(.1)" d="${path}"/>`;
  if (op.clip === undefined) return drawn;
  const { x0, y0, x1, y1 } = op.clip;
  // A nested viewport clips without needing an id.
  const [width, height] = [x1 - x0, y1 - y0];
  return `<svg x="${x0}" y="${y0}" width="${width}" height="${height}" viewBox="${x0} ${y0} ${width} ${height}">${drawn}</svg>`;
}

type Point = { x: number; y: number };

/** Outlines in whole tenths of a dot, each point told from the one before: half as long as absolute decimals. */
function glyphsPath(op: GlyphsOp): string {
  let path = '';
  const scale = op.sizeDots / op.font.unitsPerEm;
  for (const { glyph, x, y } of op.glyphs) {
    const point = pointReader(x, y, scale, op.rotation);
    let at: Point = { x: 0, y: 0 };
    const from = (to: Point): string => pair(to.x - at.x, to.y - at.y);
    for (const contour of op.font.contoursOf(glyph)) {
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

const pair = (x: number, y: number): string => `${x}${y < 0 ? '' : ' '}${y}`;

/** Places a point of the outline, in whole tenths of a dot: rounding does not add up along the outline. */
function pointReader(
  x: number,
  y: number,
  scale: number,
  rotation: Rotation,
): (px: number, py: number) => Point {
  const place = (dx: number, dy: number): Point => ({
    // Adding zero turns -0 into 0.
    x: Math.round((x + dx) * 10) + 0,
    y: Math.round((y + dy) * 10) + 0,
  });
  return (px, py) => {
    const right = px * scale;
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
