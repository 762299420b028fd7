import { getAscent } from '../../layout/glyph-run.ts';
import { rectOnMedia } from '../../layout/place.ts';
import { dotAt } from '../../raster/bitmap.ts';
import type { DotRect } from '../../scene.ts';
import type { TextElement } from '../../template.ts';
import { placeField } from '../draw/place.ts';
import { setText } from '../draw/text.ts';
import type { SetText } from '../draw/text.ts';
import type { TextBlock, TextContent, ZplField } from '../label.ts';
import { getBox, brought, isWithin, toMm } from './context.ts';
import type { TemplateContext } from './context.ts';
import { getValue } from './values.ts';

/** Black at both ends of white text, in ems: what the engine adds. */
const INVERSE_EDGE = 0.15;
/** Room behind a line, in dots: rounding must not shrink it. */
const SLACK = 2;
/** Lines a block is made for at least, where it has room for any number. */
const USUAL_LINES = 20;

/** A text as one of ours: as large, as wide, on the same base line. */
export function textElement(
  context: TemplateContext,
  field: ZplField,
  content: TextContent,
): TextElement | undefined {
  const { tell, dotsPerMm, limits } = context;
  const warn = (message: string): void => tell('warning', field.place, message);
  const set = setText(context, content, () => undefined);
  if (set.lines.every(({ characters }) => characters.length === 0)) return undefined;
  const sizeMm = set.style.sizeDots / dotsPerMm;
  if (!isWithin(sizeMm, limits.sizeMm)) {
    warn('字太大或太小，没有做成文字');
    return undefined;
  }
  const { block, spacing } = content;
  if (block?.align === 'justified') warn('两端对齐的文字改成左对齐');
  if (block !== undefined && block.indent > 0) warn('第二行起的缩进没有保留');
  const placed = placeField(field, set);
  const inverse =
    field.ink === 'reversed' && isMostlyBlack(context, rectOnMedia(placed, getWhole(set)));
  const widthScale = brought(widthOfCharacters(set), limits.widthScale);
  const lineHeight = brought(set.step / set.style.sizeDots, limits.lineHeight);
  return {
    type: 'text',
    ...getBox(context, placed, lineBox(set, block && { ...block, lineHeight }, inverse)),
    content: getValue(context, field, block ? content.text.replaceAll('\\&', '\n') : content.text),
    sizeMm: toMm(set.style.sizeDots, dotsPerMm),
    weight: set.style.weight,
    align: block === undefined ? (field.isRight ? 'right' : 'left') : getAlign(block),
    verticalAlign: 'top',
    ...(block === undefined ? { fit: 'shrink' as const } : { fit: 'wrap' as const, lineHeight }),
    ...(widthScale === 1 ? {} : { widthScale }),
    ...(spacing === 0 ? {} : { letterSpacingMm: toMm(spacing, dotsPerMm) }),
    ...(inverse ? { inverse } : {}),
  };
}

const getAlign = ({ align }: TextBlock): TextElement['align'] =>
  align === 'justified' ? 'left' : align;

const getWhole = ({ width, height }: SetText): DotRect => ({ x0: 0, y0: 0, x1: width, y1: height });

/** Of all characters together, against their own: a printer's are not all equally narrow. */
function widthOfCharacters({ lines, style, font, spacing }: SetText): number {
  let [drawn, own] = [0, 0];
  for (const { glyph, advance } of lines.flatMap(({ characters }) => characters)) {
    drawn += advance - spacing;
    own += (font.getAdvance(glyph) / font.unitsPerEm) * style.sizeDots;
  }
  return own === 0 ? 1 : drawn / own;
}

/** The box of its lines, in dots of the content: our em boxes around the printer's base lines. */
function lineBox(
  set: SetText,
  block: (TextBlock & { lineHeight: number }) | undefined,
  inverse: boolean,
): DotRect {
  const { style, font, width, lines } = set;
  const { sizeDots } = style;
  const top = style.base - getAscent(font, sizeDots);
  const edge = inverse ? INVERSE_EDGE * sizeDots : 0;
  if (block === undefined)
    return { x0: -edge, x1: width + edge + SLACK, y0: top, y1: top + sizeDots };
  const most = Math.min(block.lines, Math.max(lines.length, USUAL_LINES));
  const height = sizeDots * (1 + (most - 1) * block.lineHeight);
  return { x0: -edge, x1: width + edge, y0: top, y1: top + height };
}

/** Whether most of what lies under a rectangle is black already. */
function isMostlyBlack({ under }: TemplateContext, { x0, y0, x1, y1 }: DotRect): boolean {
  const SAMPLES = 32;
  let black = 0;
  for (let i = 0; i < SAMPLES; i += 1)
    for (let j = 0; j < SAMPLES; j += 1) {
      const x = Math.floor(x0 + ((i + 0.5) * (x1 - x0)) / SAMPLES);
      const y = Math.floor(y0 + ((j + 0.5) * (y1 - y0)) / SAMPLES);
      if (dotAt(under, x, y)) black += 1;
    }
  return black * 2 > SAMPLES * SAMPLES;
}
