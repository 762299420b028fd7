import type { FoundPrinter } from '@yunbiao/contract/found';
import { FOUND_TEXT_LENGTH, PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { shownText } from '@yunbiao/contract/shown-text';
import { placeText } from '../places.ts';
import { isUsable } from './merge.ts';
import type { Found } from './merge.ts';
import type { FoundRecord } from './records.ts';

const MAX_PLACES = 5;
const MAX_REASONS = 20;
const MAX_MEDIA = 8;
const KEYWORD = /^[\w.-]{1,64}$/;
/** A move is news for so long. */
const NEWS_MS = 7 * 24 * 3_600_000;

const text = (value: string): string => shownText(value, FOUND_TEXT_LENGTH);

const isSide = (mm: number): boolean => Number.isFinite(mm) && mm >= 1 && mm <= 2000;

/** A found printer as it is told to the server: cut, cleaned, and within the contract whatever was found. */
export const presentFound = (
  { sightings, guess }: Found,
  { id, localId, moved }: Pick<FoundRecord, 'id' | 'localId' | 'moved'>,
  now: number,
): FoundPrinter => {
  const [best, ...others] = sightings;
  const told = sightings.find(({ state }) => state !== undefined)?.state;
  const media = sightings.find((one) => (one.media?.length ?? 0) > 0)?.media ?? [];
  const where = text(placeText(best.place));
  return {
    id,
    name: shownText(best.name, PRINTER_NAME_LENGTH) || where,
    kind: best.place.kind,
    where,
    also: [...new Set(others.map(({ place }) => text(placeText(place))))].slice(0, MAX_PLACES),
    model: text(sightings.map(({ model }) => model).find((model) => model !== '') ?? ''),
    usable: isUsable(best),
    ...guess,
    state: told?.state ?? null,
    stateReasons: (told?.stateReasons ?? [])
      .filter((reason) => KEYWORD.test(reason))
      .slice(0, MAX_REASONS),
    media: media
      .filter(({ widthMm, heightMm }) => isSide(widthMm) && isSide(heightMm))
      .slice(0, MAX_MEDIA),
    localId,
    movedFrom: moved && now - moved.at < NEWS_MS ? text(moved.from) : null,
  };
};
