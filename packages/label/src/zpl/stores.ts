import { computeGraphicSize } from './graphic.ts';
import type { PackedGraphic } from './graphic.ts';
import { ZPL_LIMITS } from './limits.ts';
import type { Draft, Stores } from './printer.ts';

/**
 * Stores or replaces a picture. Returns false when there is no room or no picture. The name is then
 * removed, because a label must not be drawn with an outdated picture.
 */
export function storeGraphic(
  stores: Stores,
  name: string,
  graphic: PackedGraphic | undefined,
): boolean {
  const old = stores.graphics.get(name);
  if (old) stores.bytes -= computeGraphicSize(old);
  stores.graphics.delete(name);
  if (graphic === undefined || !isStoredObjectLimitFree(stores)) return false;
  const bytes = stores.bytes + computeGraphicSize(graphic);
  if (bytes > ZPL_LIMITS.storedBytes) return false;
  stores.graphics.set(name, graphic);
  stores.bytes = bytes;
  return true;
}

/** Stores or replaces a format, by the rules of {@link storeGraphic}. */
export function storeLabelFormat(
  stores: Stores,
  name: string,
  drafts: readonly Draft[] | undefined,
): boolean {
  stores.formats.delete(name);
  if (drafts === undefined || !isStoredObjectLimitFree(stores)) return false;
  stores.formats.set(name, drafts);
  return true;
}

const isStoredObjectLimitFree = ({ graphics, formats }: Stores): boolean =>
  graphics.size + formats.size < ZPL_LIMITS.stored;
