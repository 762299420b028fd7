import { sizeOfGraphic } from './graphic.ts';
import type { PackedGraphic } from './graphic.ts';
import { ZPL_LIMITS } from './limits.ts';
import type { Draft, Stores } from './printer.ts';

/**
 * Puts a picture in the place of the one of that name. False when there is no room, or no picture: then none has the name,
 * for a label must not be drawn with an older one than it was sent with.
 */
export function storeGraphic(
  stores: Stores,
  name: string,
  graphic: PackedGraphic | undefined,
): boolean {
  const old = stores.graphics.get(name);
  if (old) stores.bytes -= sizeOfGraphic(old);
  stores.graphics.delete(name);
  if (graphic === undefined || !hasPlace(stores)) return false;
  const bytes = stores.bytes + sizeOfGraphic(graphic);
  if (bytes > ZPL_LIMITS.storedBytes) return false;
  stores.graphics.set(name, graphic);
  stores.bytes = bytes;
  return true;
}

/** The same of a format. */
export function storeFormat(
  stores: Stores,
  name: string,
  drafts: readonly Draft[] | undefined,
): boolean {
  stores.formats.delete(name);
  if (drafts === undefined || !hasPlace(stores)) return false;
  stores.formats.set(name, drafts);
  return true;
}

const hasPlace = ({ graphics, formats }: Stores): boolean =>
  graphics.size + formats.size < ZPL_LIMITS.stored;
