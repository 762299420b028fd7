import { addDays, CHINA, getCalendarDay, HOUR, MINUTE, getStartOfDay } from '@yunbiao/services';
import { createSeededRandom } from './seeded-random.ts';

/** Printer of a batch: at the shop's till, in the warehouse, or an old one in the warehouse. */
export type PrinterPlace = 'till' | 'shelf' | 'old';

/** Outcome of a batch. */
export type Outcome =
  | 'printed'
  /** Two rows cannot be encoded as a bar code. */
  | 'undrawable'
  /** The paper ran out during a label; the member had it reprinted. */
  | 'reprinted'
  /** The connection broke during a label; the member confirmed it as printed. */
  | 'confirmed'
  /** The connection broke during two labels, still unresolved. */
  | 'open'
  /** `cancelled`: after some labels were printed. `withdrawn`: before any was. */
  | 'cancelled'
  | 'withdrawn'
  /** The client was off until the batch expired. */
  | 'expired';

export type PlannedBatch = {
  /** Submission time, epoch ms. */
  at: number;
  place: PrinterPlace;
  rows: number;
  copies: number;
  /** Index of its first row in the catalogue. */
  firstIndex: number;
  fate: Outcome;
};

export const MONTH_DAYS = 30;
/** Long enough to print the longest batch and resolve its faults. */
const LATEST_BEFORE_NOW = 4 * HOUR;

/** Outcomes by index, counted from the newest batch of the place. */
const OUTCOMES: Record<PrinterPlace, Partial<Record<number, Outcome>>> = {
  till: { 2: 'undrawable', 6: 'cancelled', 11: 'reprinted', 17: 'withdrawn' },
  shelf: { 0: 'open', 3: 'confirmed', 6: 'expired' },
  old: {},
};

type Random = () => number;

/** Submission hour: most batches of a working day are submitted before noon. */
const drawSubmissionHour = (random: Random): number =>
  random() < 0.68 ? 8.75 + random() * 2.75 : 13.75 + random() * 4;

const drawBatchCountOfDay = (day: string, random: Random): number => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const chance = random();
  if (weekday === 0) return chance < 0.4 ? 1 : 0;
  if (weekday === 6) return 1;
  return chance < 0.4 ? 1 : chance < 0.9 ? 2 : 3;
};

const drawPrinterPlace = (random: Random): PrinterPlace => {
  const chance = random();
  return chance < 0.5 ? 'till' : chance < 0.88 ? 'shelf' : 'old';
};

const drawPlannedBatch = (at: number, random: Random): PlannedBatch => {
  const place = drawPrinterPlace(random);
  const rows = 8 + Math.floor(random() ** 1.6 * 50);
  return {
    at,
    place,
    rows,
    copies: place === 'till' && random() < 0.3 ? 2 : 1,
    firstIndex: Math.floor(random() * 400),
    fate: 'printed',
  };
};

const assignBatchOutcomes = (batches: readonly PlannedBatch[]): PlannedBatch[] => {
  const countByPlace: Record<PrinterPlace, number> = { till: 0, shelf: 0, old: 0 };
  return batches
    .toReversed()
    .map((batch) => {
      const outcome = OUTCOMES[batch.place][countByPlace[batch.place]] ?? 'printed';
      countByPlace[batch.place] += 1;
      return { ...batch, fate: outcome };
    })
    .toReversed();
};

/**
 * Plan for a month of a shop with a small warehouse, oldest batch first. Deterministic for a given
 * time.
 */
export const planMonthOfBatches = (now: number): PlannedBatch[] => {
  const random = createSeededRandom(99);
  const today = getCalendarDay(now, CHINA);
  const batches: PlannedBatch[] = [];
  for (let back = MONTH_DAYS - 1; back >= 0; back -= 1) {
    const day = addDays(today, -back);
    for (let count = drawBatchCountOfDay(day, random); count > 0; count -= 1) {
      const minutes = Math.round(drawSubmissionHour(random) * 60);
      const at = getStartOfDay(day, CHINA) + minutes * MINUTE + Math.floor(random() * MINUTE);
      const batch = drawPlannedBatch(at, random);
      if (at <= now - LATEST_BEFORE_NOW) batches.push(batch);
    }
  }
  return assignBatchOutcomes(batches.toSorted((a, b) => a.at - b.at));
};
