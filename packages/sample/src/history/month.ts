import { addDays, CHINA, getDay, HOUR, MINUTE, startOfDay } from '@yunbiao/services';
import { seeded } from './seeded.ts';

/** Where a batch goes: the shop's till, the shelf printer of the warehouse, or the old one beside it. */
export type Place = 'till' | 'shelf' | 'old';

/** What becomes of a batch. */
export type Fate =
  | 'printed'
  /** Two rows hold what no bar code can say. */
  | 'undrawable'
  /** The paper ran out under a label; the member had it printed again. */
  | 'reprinted'
  /** The connection was cut under a label; the member looked and said it was there. */
  | 'confirmed'
  /** The connection was cut under two labels, and nobody has looked yet. */
  | 'open'
  /** Cancelled after some labels had come out, or before any had. */
  | 'cancelled'
  | 'withdrawn'
  /** The client was switched off until its time was over. */
  | 'expired';

export type PlannedBatch = {
  /** When it is submitted, epoch ms. */
  at: number;
  place: Place;
  rows: number;
  copies: number;
  /** Place of its first row in the catalogue. */
  first: number;
  fate: Fate;
};

export const MONTH_DAYS = 30;
/** Long enough for the longest batch to be printed, and its trouble settled. */
const LATEST_BEFORE_NOW = 4 * HOUR;

/** Counted from the newest batch of the place. */
const FATES: Record<Place, Partial<Record<number, Fate>>> = {
  till: { 2: 'undrawable', 6: 'cancelled', 11: 'reprinted', 17: 'withdrawn' },
  shelf: { 0: 'open', 3: 'confirmed', 6: 'expired' },
  old: {},
};

type Random = () => number;

/** Hours after midnight: most of a working day's batches are submitted before noon. */
const getHour = (random: Random): number =>
  random() < 0.68 ? 8.75 + random() * 2.75 : 13.75 + random() * 4;

const batchesOn = (day: string, random: Random): number => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const chance = random();
  if (weekday === 0) return chance < 0.4 ? 1 : 0;
  if (weekday === 6) return 1;
  return chance < 0.4 ? 1 : chance < 0.9 ? 2 : 3;
};

const getPlace = (random: Random): Place => {
  const chance = random();
  return chance < 0.5 ? 'till' : chance < 0.88 ? 'shelf' : 'old';
};

const batchAt = (at: number, random: Random): PlannedBatch => {
  const place = getPlace(random);
  const rows = 8 + Math.floor(random() ** 1.6 * 50);
  return {
    at,
    place,
    rows,
    copies: place === 'till' && random() < 0.3 ? 2 : 1,
    first: Math.floor(random() * 400),
    fate: 'printed',
  };
};

const withFates = (batches: readonly PlannedBatch[]): PlannedBatch[] => {
  const seen: Record<Place, number> = { till: 0, shelf: 0, old: 0 };
  return batches
    .toReversed()
    .map((batch) => {
      const fate = FATES[batch.place][seen[batch.place]] ?? 'printed';
      seen[batch.place] += 1;
      return { ...batch, fate };
    })
    .toReversed();
};

/** A month of a shop with a small warehouse, the oldest batch first; the same for the same moment. */
export const planMonth = (now: number): PlannedBatch[] => {
  const random = seeded(99);
  const today = getDay(now, CHINA);
  const batches: PlannedBatch[] = [];
  for (let back = MONTH_DAYS - 1; back >= 0; back -= 1) {
    const day = addDays(today, -back);
    for (let count = batchesOn(day, random); count > 0; count -= 1) {
      const minutes = Math.round(getHour(random) * 60);
      const at = startOfDay(day, CHINA) + minutes * MINUTE + Math.floor(random() * MINUTE);
      const batch = batchAt(at, random);
      if (at <= now - LATEST_BEFORE_NOW) batches.push(batch);
    }
  }
  return withFates(batches.toSorted((a, b) => a.at - b.at));
};
