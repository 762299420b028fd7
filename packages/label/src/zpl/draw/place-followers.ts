import type { ZplField, ZplLabel } from '../label.ts';
import { ZPL_LIMITS } from '../limits.ts';
import type { DrawContext } from './context.ts';
import { typesetText } from './text.ts';

type Point = { x: number; y: number };

/** Position on the baseline after a text of this length, dots. */
function movePointAlongText({ x, y }: Point, { rotation }: ZplField, length: number): Point {
  if (rotation === 90) return { x, y: y + length };
  if (rotation === 180) return { x: x - length, y };
  return rotation === 270 ? { x, y: y - length } : { x: x + length, y };
}

/**
 * Places each `^FT` without coordinates at the end of the preceding text (guide: ^FT). Only texts
 * placed by `^FT` move that point. Measures texts up to `ZPL_LIMITS.characters`.
 */
export function placeFollowingTexts(
  label: ZplLabel,
  { fonts, tell }: Pick<DrawContext, 'fonts' | 'tell'>,
): ZplLabel {
  const last = label.fields.findLastIndex(({ isFollowing }) => isFollowing === true);
  if (last < 0) return label;
  let pen: Point | undefined;
  let characters = 0;
  const fields = label.fields.map((field, index) => {
    if (index > last || field.origin !== 'base') return field;
    const { isFollowing, ...rest } = field;
    if (isFollowing && pen === undefined)
      tell('warning', field.place, '没有写坐标，前面也没有接得上的文字，放在原点');
    // Without a preceding text it stays at the label home, where the reader placed it.
    const placedField = isFollowing ? { ...rest, ...pen } : field;
    if (field.content.kind !== 'text') return placedField;
    characters += field.content.text.length;
    if (characters > ZPL_LIMITS.characters) return placedField;
    const { width } = typesetText({ fonts, dpi: label.dpi }, field.content, () => undefined);
    pen = movePointAlongText(placedField, field, width);
    return placedField;
  });
  return { ...label, fields };
}
