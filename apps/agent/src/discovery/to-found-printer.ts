import type { FoundPrinter } from '@yunbiao/contract/gateway/discovery';
import { FOUND_TEXT_LENGTH, PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { cleanDisplayText } from '@yunbiao/contract/core/display-text';
import { formatPrinterPlace } from '../places.ts';
import { isAccessibleSighting } from './merge-sightings.ts';
import type { DiscoveredPrinter } from './merge-sightings.ts';
import type { FoundRecord } from './records.ts';

const MAX_PLACES = 5;
const MAX_REASONS = 20;
const MAX_MEDIA = 8;
const KEYWORD = /^[\w.-]{1,64}$/;
/** How long a move is shown, ms. */
const MOVE_SHOWN_MS = 7 * 24 * 3_600_000;

const cleanPrinterText = (value: string): string => cleanDisplayText(value, FOUND_TEXT_LENGTH);

const isValidMediaSide = (mm: number): boolean => Number.isFinite(mm) && mm >= 1 && mm <= 2000;

/**
 * Converts a found printer for the server: cleaned, truncated and valid by the contract for any
 * input.
 */
export const toFoundPrinter = (
  { sightings, guess }: DiscoveredPrinter,
  { id, localId, moved }: Pick<FoundRecord, 'id' | 'localId' | 'moved'>,
  now: number,
): FoundPrinter => {
  const [primarySighting, ...otherSightings] = sightings;
  const reportedState = sightings.find(({ state }) => state !== undefined)?.state;
  const media = sightings.find((sighting) => (sighting.media?.length ?? 0) > 0)?.media ?? [];
  const location = cleanPrinterText(formatPrinterPlace(primarySighting.place));
  return {
    id,
    name: cleanDisplayText(primarySighting.name, PRINTER_NAME_LENGTH) || location,
    kind: primarySighting.place.kind,
    where: location,
    also: [
      ...new Set(otherSightings.map(({ place }) => cleanPrinterText(formatPrinterPlace(place)))),
    ].slice(0, MAX_PLACES),
    model: cleanPrinterText(
      sightings.map(({ model }) => model).find((model) => model !== '') ?? '',
    ),
    usable: isAccessibleSighting(primarySighting),
    ...guess,
    state: reportedState?.state ?? null,
    stateReasons: (reportedState?.stateReasons ?? [])
      .filter((reason) => KEYWORD.test(reason))
      .slice(0, MAX_REASONS),
    media: media
      .filter(({ widthMm, heightMm }) => isValidMediaSide(widthMm) && isValidMediaSide(heightMm))
      .slice(0, MAX_MEDIA),
    localId,
    movedFrom: moved && now - moved.at < MOVE_SHOWN_MS ? cleanPrinterText(moved.from) : null,
  };
};
