import { setTimeout as sleep } from 'node:timers/promises';
import { type Desk, DESK_KINDS, type DeskLanguage } from './desk.ts';
import type { ClusterFault } from './faults.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

/** Shortest interval of submissions to one printer, ms: a member may submit 120 times a minute. */
const MIN_PACE_MS = 1_000;
/** The fault strikes when each printer has printed this share of its labels. */
const STRIKE_SHARE = 0.3;
const CAUGHT_UP_LIMIT_MS = 120_000;
/** Time for a surplus label to come out, ms. */
const REST_MS = 1_000;

export type FaultResult = {
  /** What struck. */
  words: string;
  submitted: number;
  printed: number;
  lost: number[];
  doubled: number[];
  uncertain: number;
  /** Labels stored more than once. */
  repeated: number;
  /** Printed pieces that match no label. */
  unknown: number;
  /** From the end of the fault until nothing submitted before waits, s. */
  caughtUpS: number;
  /** Why submissions were repeated, with counts. */
  failures: Map<string, number>;
};

/** How many labels the fast printers get for a fault, and how many a second. */
export type Pace = { labels: number; perSecond: number };

/** A slow printer gets as many as it can print in the same time, but enough to be struck. */
const MIN_LABELS = 4;

const getPerSecond = (language: DeskLanguage, { perSecond }: Pace): number =>
  Math.min(perSecond, DESK_KINDS[language].maxPerSecond);

/** Labels of one fault at a printer. */
export const countLabels = (language: DeskLanguage, pace: Pace): number => {
  const seconds = pace.labels / pace.perSecond;
  return Math.max(MIN_LABELS, Math.round(seconds * getPerSecond(language, pace)));
};

/** What is submitted to one printer for one fault. Numbers differ between the faults. */
type Share = { desk: Desk; numbers: readonly number[]; perSecond: number };

const createShare = (desk: Desk, place: number, pace: Pace): Share => {
  const count = countLabels(desk.language, pace);
  return {
    desk,
    numbers: Array.from({ length: count }, (_, n) => 1 + place * count + n),
    perSecond: getPerSecond(desk.language, pace),
  };
};

const submitShare = async ({ desk, numbers, perSecond }: Share): Promise<void> => {
  const count = Math.max(1, Math.round((perSecond * MIN_PACE_MS) / 1000));
  const paceMs = (count * 1000) / perSecond;
  for (let at = 0; at < numbers.length; at += count) {
    const startedAt = performance.now();
    await desk.submit(numbers.slice(at, at + count));
    await sleep(Math.max(0, paceMs - (performance.now() - startedAt)));
  }
};

const countPrinted = ({ desk, numbers }: Share): number =>
  numbers.reduce((sum, n) => sum + (desk.printed.has(n) ? 1 : 0), 0);

const readHighestId = async ({ pool }: Site): Promise<number> => {
  const { rows } = await pool.query<{ id: string | null }>('select max(id) as id from detail');
  return Number(rows[0]?.id ?? 0);
};

/** Labels up to this id that are queued or with a client; every printer can print. */
const countOpen = async ({ pool }: Site, highestId: number): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) as count from detail where id <= $1 and state in ('queued', 'sending')`,
    [highestId],
  );
  return Number(rows[0]?.count);
};

const waitUntilEnded = async (site: Site, highestId: number): Promise<void> => {
  await until(
    'no label waits',
    async () => {
      const open = await countOpen(site, highestId);
      return open === 0;
    },
    CAUGHT_UP_LIMIT_MS,
  );
};

type DetailRow = { n: number; state: string };

const listDetails = async ({ pool }: Site, { desk, numbers }: Share): Promise<DetailRow[]> => {
  const { rows } = await pool.query<DetailRow>(
    `select (data::json->>'n')::int as n, state
     from detail join member on member.id = detail.member_id
     where username = $1 and (data::json->>'n')::int between $2 and $3`,
    [desk.username, numbers[0], numbers.at(-1)],
  );
  return rows;
};

/** Compares what was submitted with the paper of the printer and the states of the labels. */
const judgeShare = async (site: Site, share: Share) => {
  const { desk, numbers } = share;
  const details = await listDetails(site, share);
  const states = new Map(details.map(({ n, state }) => [n, state]));
  const isOnPaper = (n: number): boolean => desk.printed.has(n);
  return {
    printed: countPrinted(share),
    lost: numbers.filter((n) => !isOnPaper(n) && states.get(n) !== 'uncertain'),
    doubled: numbers.filter((n) => (desk.printed.get(n) ?? 0) > 1),
    uncertain: details.filter(({ state }) => state === 'uncertain').length,
    /** Written twice although each was submitted with one key. */
    repeated: details.length - states.size,
  };
};

const countWords = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/**
 * Prints the labels at a steady rate on every printer, lets the fault strike among them, and
 * compares the paper with what was submitted.
 */
export const playFault = async (
  site: Site,
  fault: ClusterFault,
  { place, pace }: { place: number; pace: Pace },
): Promise<FaultResult> => {
  const { desks } = site;
  const countUnknown = (): number => desks.reduce((sum, desk) => sum + desk.unknown(), 0);
  const unknownBefore = countUnknown();
  const failuresBefore = desks.map(({ failures }) => failures.length);
  const shares = desks.map((desk) => createShare(desk, place, pace));
  const strike = async (): Promise<{ words: string; caughtUpS: number }> => {
    await until('every printer prints', () =>
      shares.every((share) => countPrinted(share) >= share.numbers.length * STRIKE_SHARE),
    );
    const words = await fault.strike(site);
    const overAt = performance.now();
    const highestId = await until('the database answers', () => readHighestId(site));
    await waitUntilEnded(site, highestId);
    return { words, caughtUpS: (performance.now() - overAt) / 1000 };
  };
  const [struck] = await Promise.all([strike(), ...shares.map(submitShare)]);
  await waitUntilEnded(site, await readHighestId(site));
  await sleep(REST_MS);
  const results = await Promise.all(shares.map((share) => judgeShare(site, share)));
  await fault.mend?.(site);
  const failures = desks.flatMap((desk, n) => desk.failures.slice(failuresBefore[n]));
  return {
    ...struck,
    submitted: shares.reduce((sum, { numbers }) => sum + numbers.length, 0),
    printed: results.reduce((sum, { printed }) => sum + printed, 0),
    lost: results.flatMap(({ lost }) => lost),
    doubled: results.flatMap(({ doubled }) => doubled),
    uncertain: results.reduce((sum, { uncertain }) => sum + uncertain, 0),
    repeated: results.reduce((sum, { repeated }) => sum + repeated, 0),
    unknown: countUnknown() - unknownBefore,
    failures: countWords(failures),
  };
};
