import type { ZplField, ZplLabel } from '../label.ts';
import { ZPL_LIMITS } from '../limits.ts';
import type { DrawContext } from './fields.ts';
import { setText } from './text.ts';

type Point = { x: number; y: number };

/** Where the base line goes on behind a text that is so many dots long. */
function movePen({ x, y }: Point, { rotation }: ZplField, length: number): Point {
  if (rotation === 90) return { x, y: y + length };
  if (rotation === 180) return { x: x - length, y };
  return rotation === 270 ? { x, y: y - length } : { x: x + length, y };
}

/**
 * The label with each `^FT` without coordinates where the text before it ends (guide: ^FT). Only texts that `^FT` places
 * move that point. Texts are measured up to `ZPL_LIMITS.characters`.
 */
export function placeFollowers(
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
    // Without a text before it stands at the label's home, where it was read to be.
    const placed = isFollowing ? { ...rest, ...pen } : field;
    if (field.content.kind !== 'text') return placed;
    characters += field.content.text.length;
    if (characters > ZPL_LIMITS.characters) return placed;
    const { width } = setText({ fonts, dpi: label.dpi }, field.content, () => undefined);
    pen = movePen(placed, field, width);
    return placed;
  });
  return { ...label, fields };
}
