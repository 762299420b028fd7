import { CODE128_QUIET_ZONE, encodeCode128 } from '../code128/encode.ts';
import type { Code128 } from '../code128/encode.ts';
import { LabelError } from '../errors.ts';
import { describeElement } from '../placeholders.ts';
import { encodeQr, QR_QUIET_ZONE } from '../qr/encode.ts';
import type { BarsOp, DotRect } from '../scene.ts';
import type { Code128Element, QrElement } from '../template.ts';
import { shapeText, widthOf } from '../text/shape.ts';
import { contentFor } from './content.ts';
import { fail, warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { rectOnMedia } from './place.ts';
import type { Placed } from './place.ts';
import { halfDots, placeGlyphs } from './text.ts';

/** Modules below this print, but many scanners refuse them: 2 dots at 203 dpi, 3 at 300, 6 at 600. */
const COMFORTABLE_MODULE_MM = 0.245;
/** Modules below this are not drawn at all: 1 dot at 203 dpi, 2 at 300, 3 at 600. */
const SMALLEST_MODULE_MM = 0.12;
/** Lower bars cannot be hit by a hand-held scanner. */
const SMALLEST_BAR_MM = 2;

/** Encodes, or reports why the content cannot be a code. */
function encoded<T>(
  context: LayoutContext,
  element: Code128Element | QrElement,
  encode: (text: string) => T,
): T | undefined {
  const text = contentFor(context, element);
  if (text === undefined) return undefined;
  if (text === '') {
    fail(context, element, 'code-empty', `${describeElement(element)}没有内容，未画出`);
    return undefined;
  }
  try {
    return encode(text);
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    fail(
      context,
      element,
      'code-not-encodable',
      `${describeElement(element)}未画出：${error.message}`,
    );
    return undefined;
  }
}

/** The largest whole number of dots a module may have in `room`, or undefined when none is allowed. */
function moduleDots(
  context: LayoutContext,
  element: Code128Element | QrElement,
  room: number,
  modules: number,
): number | undefined {
  const k = context.placement.dotsPerMm;
  const dots = Math.floor(room / modules);
  if (dots < 1 || dots / k < SMALLEST_MODULE_MM) {
    const needed = Math.ceil((modules * Math.ceil(COMFORTABLE_MODULE_MM * k)) / k);
    const side = element.type === 'qr' ? '边长' : '长度';
    fail(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}放不下，未画出：含空白区${side}至少 ${needed} mm`,
    );
    return undefined;
  }
  if (dots / k < COMFORTABLE_MODULE_MM) {
    warn(
      context,
      element,
      'code-module-small',
      `${describeElement(element)}太密，可能扫不出，请加大`,
    );
  }
  return dots;
}

function isOnLabel(context: LayoutContext, { x0, y0, x1, y1 }: DotRect): boolean {
  return (
    x0 >= 0 && y0 >= 0 && x1 <= context.placement.widthDots && y1 <= context.placement.heightDots
  );
}

export function layoutQr(context: LayoutContext, element: QrElement): void {
  const code = encoded(context, element, (text) => encodeQr(text, element.level));
  if (code === undefined) return;
  const placed = context.placement.place(element);
  const { width, height, rotation } = placed;
  const module = moduleDots(
    context,
    element,
    Math.min(width, height),
    code.size + 2 * QR_QUIET_ZONE,
  );
  if (module === undefined) return;
  const side = code.size * module;
  // Centred before turning, so that a turned label is the same picture turned.
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  const rect = rectOnMedia(placed, { x0: left, y0: top, x1: left + side, y1: top + side });
  if (!isOnLabel(context, rect)) {
    fail(context, element, 'code-outside-label', `${describeElement(element)}超出标签，未画出`);
    return;
  }
  const at = { x: rect.x0, y: rect.y0 };
  context.ops.push({
    kind: 'matrix',
    elementId: element.id,
    ...at,
    moduleDots: module,
    rotation,
    code,
  });
}

export function layoutCode128(context: LayoutContext, element: Code128Element): void {
  let text = '';
  const code = encoded(context, element, (content) => {
    text = content;
    return encodeCode128(content);
  });
  if (code === undefined) return;
  const placed = context.placement.place(element);
  const module = moduleDots(context, element, placed.width, code.modules + 2 * CODE128_QUIET_ZONE);
  if (module === undefined) return;

  const sizeDots = halfDots(element.textSizeMm * context.placement.dotsPerMm);
  const gap = Math.max(2, Math.round(sizeDots * 0.15));
  const barHeight = placed.height - (element.showText ? gap + Math.ceil(sizeDots * 0.95) : 0);
  if (barHeight < SMALLEST_BAR_MM * context.placement.dotsPerMm) {
    fail(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}高度不够，未画出：条的高度至少 ${SMALLEST_BAR_MM} mm`,
    );
    return;
  }
  const bars = barsOf(element, code, { module, placed, barHeight });
  if (!isOnLabel(context, bars)) {
    fail(context, element, 'code-outside-label', `${describeElement(element)}超出标签，未画出`);
    return;
  }
  context.ops.push(bars);
  if (!element.showText) return;
  const start = barsStart(element, code, module, placed);
  const isCentred = (element.align ?? 'center') === 'center';
  const middle = isCentred ? placed.width / 2 : start + (code.modules * module) / 2;
  const top = barHeight + gap;
  layoutCodeText(context, element, { text, placed, sizeDots, top, middle });
}

/** Where the bars begin in their box; beside them stay their quiet zones. */
function barsStart(
  { align = 'center' }: Code128Element,
  code: Code128,
  module: number,
  { width }: Placed,
): number {
  const quiet = CODE128_QUIET_ZONE * module;
  const length = code.modules * module;
  if (align === 'left') return quiet;
  return align === 'right' ? width - quiet - length : Math.floor((width - length) / 2);
}

function barsOf(
  element: Code128Element,
  code: Code128,
  { module, placed, barHeight }: { module: number; placed: Placed; barHeight: number },
): BarsOp {
  const length = code.modules * module;
  const start = barsStart(element, code, module, placed);
  const rect = rectOnMedia(placed, { x0: start, x1: start + length, y0: 0, y1: barHeight });
  const edges: number[] = [];
  let at = 0;
  code.widths.forEach((width, i) => {
    if (i % 2 === 0) edges.push(at * module, (at + width) * module);
    at += width;
  });
  const isBackwards = placed.rotation === 180 || placed.rotation === 270;
  const along = placed.rotation === 90 || placed.rotation === 270 ? 'y' : 'x';
  return {
    kind: 'bars',
    elementId: element.id,
    ...rect,
    along,
    edges: isBackwards ? edges.map((edge) => length - edge).reverse() : edges,
  };
}

type CodeText = {
  text: string;
  placed: Placed;
  sizeDots: number;
  top: number;
  /** Of the bars, in dots from the start of the box. */
  middle: number;
};

/** The human readable line, centred under the bars; controls show as spaces. */
function layoutCodeText(
  context: LayoutContext,
  element: Code128Element,
  { text, placed, sizeDots, top, middle }: CodeText,
): void {
  const font = context.fonts[400];
  const line = shapeText(font, text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).lines[0] ?? [];
  // In ems: it shrinks with the text.
  const spacing = ((element.textSpacingMm ?? 0) * context.placement.dotsPerMm) / sizeDots;
  const ems = widthOf(line, spacing);
  const most = Math.floor((placed.width * 2) / ems) / 2;
  const size = Math.min(sizeDots, Math.max(1, most));
  if (size < sizeDots)
    warn(context, element, 'text-shrunk', `${describeElement(element)}下面的文字太长，已缩小`);
  const width = ems * size;
  const start = Math.max(0, Math.min(middle - width / 2, placed.width - width));
  // Digits and capitals are about 0.74 em high.
  const baseline = top + Math.round(size * 0.74);
  context.ops.push(
    ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing, start, baseline }),
  );
}
