import { getAscent } from '../../layout/glyph-run.ts';
import { toMediaRect } from '../../layout/place.ts';
import { isBlackDot } from '../../raster/bitmap.ts';
import type { DotRect } from '../../scene.ts';
import type { TextElement } from '../../template.ts';
import { placeField } from '../draw/place.ts';
import { typesetText } from '../draw/text.ts';
import type { TextLayout } from '../draw/text.ts';
import type { TextBlock, TextContent, ZplField } from '../label.ts';
import { buildElementBox, clampToHundredths, isWithin, convertDotsToMm } from './context.ts';
import type { TemplateContext } from './context.ts';
import { buildElementContent } from './values.ts';

/** Black margin at both ends of white text that the engine adds, in ems. */
const INVERSE_EDGE = 0.15;
/** Extra width after a line, dots, so that rounding does not shrink the text. */
const EXTRA_WIDTH_DOTS = 2;
/** Minimum number of lines reserved for a block without a line limit. */
const USUAL_LINES = 20;

/** Converts a text to an element with the same size, width and baseline. */
export function buildTextElement(
  context: TemplateContext,
  field: ZplField,
  content: TextContent,
): TextElement | undefined {
  const { report, dotsPerMm, limits } = context;
  const warnAboutField = (message: string): void => report('warning', field.place, message);
  const set = typesetText(context, content, () => undefined);
  if (set.lines.every(({ characters }) => characters.length === 0)) return undefined;
  const sizeMm = set.style.sizeDots / dotsPerMm;
  if (!isWithin(sizeMm, limits.sizeMm)) {
    warnAboutField('字太大或太小，没有做成文字');
    return undefined;
  }
  const { block, spacing } = content;
  if (block?.align === 'justified') warnAboutField('两端对齐的文字改成左对齐');
  if (block !== undefined && block.indent > 0) warnAboutField('第二行起的缩进没有保留');
  const placedBox = placeField(field, set);
  const inverse =
    field.ink === 'reversed' &&
    isMostlyBlack(context, toMediaRect(placedBox, getLayoutBounds(set)));
  const widthScale = clampToHundredths(computeWidthScale(set), limits.widthScale);
  const lineHeight = clampToHundredths(set.step / set.style.sizeDots, limits.lineHeight);
  return {
    type: 'text',
    ...buildElementBox(
      context,
      placedBox,
      computeLineBox(set, block && { ...block, lineHeight }, inverse),
    ),
    content: buildElementContent(
      context,
      field,
      block ? content.text.replaceAll('\\&', '\n') : content.text,
    ),
    sizeMm: convertDotsToMm(set.style.sizeDots, dotsPerMm),
    weight: set.style.weight,
    align: block === undefined ? (field.isRight ? 'right' : 'left') : toElementAlign(block),
    verticalAlign: 'top',
    ...(block === undefined ? { fit: 'shrink' as const } : { fit: 'wrap' as const, lineHeight }),
    ...(widthScale === 1 ? {} : { widthScale }),
    ...(spacing === 0 ? {} : { letterSpacingMm: convertDotsToMm(spacing, dotsPerMm) }),
    ...(inverse ? { inverse } : {}),
  };
}

const toElementAlign = ({ align }: TextBlock): TextElement['align'] =>
  align === 'justified' ? 'left' : align;

const getLayoutBounds = ({ width, height }: TextLayout): DotRect => ({
  x0: 0,
  y0: 0,
  x1: width,
  y1: height,
});

/** Average horizontal scale: the printer's characters are not all equally condensed. */
function computeWidthScale({ lines, style, font, spacing }: TextLayout): number {
  let [drawnWidth, naturalWidth] = [0, 0];
  for (const { glyph, advance } of lines.flatMap(({ characters }) => characters)) {
    drawnWidth += advance - spacing;
    naturalWidth += (font.getAdvance(glyph) / font.unitsPerEm) * style.sizeDots;
  }
  return naturalWidth === 0 ? 1 : drawnWidth / naturalWidth;
}

/** Box of the lines in dots of the content: our em boxes around the printer's baselines. */
function computeLineBox(
  set: TextLayout,
  block: (TextBlock & { lineHeight: number }) | undefined,
  inverse: boolean,
): DotRect {
  const { style, font, width, lines } = set;
  const { sizeDots } = style;
  const top = style.base - getAscent(font, sizeDots);
  const edge = inverse ? INVERSE_EDGE * sizeDots : 0;
  if (block === undefined)
    return { x0: -edge, x1: width + edge + EXTRA_WIDTH_DOTS, y0: top, y1: top + sizeDots };
  const max = Math.min(block.lines, Math.max(lines.length, USUAL_LINES));
  const height = sizeDots * (1 + (max - 1) * block.lineHeight);
  return { x0: -edge, x1: width + edge, y0: top, y1: top + height };
}

/** Whether most dots below a rectangle are already black. */
function isMostlyBlack({ bitmapBelow }: TemplateContext, { x0, y0, x1, y1 }: DotRect): boolean {
  const SAMPLES = 32;
  let black = 0;
  for (let i = 0; i < SAMPLES; i += 1)
    for (let j = 0; j < SAMPLES; j += 1) {
      const x = Math.floor(x0 + ((i + 0.5) * (x1 - x0)) / SAMPLES);
      const y = Math.floor(y0 + ((j + 0.5) * (y1 - y0)) / SAMPLES);
      if (isBlackDot(bitmapBelow, x, y)) black += 1;
    }
  return black * 2 > SAMPLES * SAMPLES;
}
