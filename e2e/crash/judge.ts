import { NAMELESS } from './printers.ts';
import { type Desk, type Stage, stopped } from './stage.ts';

export type RoundResult = {
  words: string;
  faults: Record<string, number>;
  states: Record<string, number>;
  /**
   * Reported as printed, and not one came out whole since it was sent last; or as sent to a printer that only closes, and
   * not one did.
   */
  lost: number[];
  /** Came out whole more often than it was sent, over all printers. */
  doubled: number[];
  /** Said not to have been started, and came out whole. */
  claimed: number[];
  /** Batches whose counts are not those of their labels, or that are over and have open ones. */
  miscounted: string[];
  /** Came out whole at another printer than the one they are said to be at. */
  astray: number[];
  /** What came out whole, in order, a printer after the other: a label, or a row of them as `4+5+6`. */
  whole: string[];
  /** Rows that came out whole, and of whose labels not all ended alike. */
  torn: string[];
  /** Neither ended nor uncertain. */
  open: number;
  /** Of those, the ones at printers that could print. */
  stalled: number;
  uncertain: number;
  /** What may be uncertain after these faults; null: any. */
  allowed: number | null;
  /** Came out, and nobody knows which label it is. */
  unknown: number;
  /** Labels that were sent again as a further attempt, by themselves. */
  again: number;
  /** Moves of labels from one printer of a group to another. */
  moved: number;
  /** Stopped printers whose labels did not go on, though another took them. */
  stuck: string[];
  /** Labels the member had printed again. */
  reprinted: number;
  /** Somebody had labels cancelled, or took printers away. */
  cancels: boolean;
  /** Why labels are not printed: how many each. */
  reasons: Record<string, number>;
};

/** Numbers of labels that came out whole, by printer. */
const getPaper = ({ desks }: Stage): Map<Desk, string[]> =>
  new Map(
    desks.map((desk) => [
      desk,
      desk.printer
        .paper()
        .filter((one) => one.source !== 'feed' && one.whole)
        .map(({ key }) => key),
    ]),
  );

const tally = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

/** "Sent" says that it was taken, no more; nothing happens here to a printer that closes once it has read a label. */
const listClaims = (desk: Desk | undefined): string[] =>
  desk && (desk.kind.settings.closeAfter || desk.kind.behind) ? ['printed', 'sent'] : ['printed'];

const isOpen = (state: string): boolean => state === 'queued' || state === 'sending';

/** Nothing is wrong with it that a person would have to put right. */
const isHealthy = (desk: Desk): boolean => {
  const { on, paused } = desk.printer.state();
  return on && !paused && !stopped(desk) && !desk.isRemoved && !desk.client.isAway;
};

const NOT_STARTED = ['failed', 'cancelled', 'expired'];

/** What batches say of their labels, held against these. */
const miscounted = async ({ world: { db } }: Stage): Promise<string[]> => {
  const batches = await db.kysely.selectFrom('batch').selectAll().execute();
  const details = await db.kysely.selectFrom('detail').select(['batch_id', 'state']).execute();
  return batches.flatMap(({ id, batch_no, counts, finished_at }) => {
    const own = tally(details.flatMap(({ batch_id, state }) => (batch_id === id ? state : [])));
    const said = Object.entries(JSON.parse(counts) as Record<string, number>);
    const isSame =
      said.every(([state, n]) => (own[state] ?? 0) === n) &&
      said.reduce((sum, [, n]) => sum + n, 0) === Object.values(own).reduce((a, b) => a + b, 0);
    const isOpen = (own['queued'] ?? 0) + (own['sending'] ?? 0) > 0;
    if (isSame && isOpen === (finished_at === null)) return [];
    return `${batch_no}: ${counts}, ${finished_at}, is ${JSON.stringify(own)}`;
  });
};

/** What is reported of labels, held against the paper of all printers. */
export const judge = async (
  stage: Stage,
  faults: Record<string, number>,
  stuck: readonly string[],
): Promise<RoundResult> => {
  const { desks, world } = stage;
  const rows = await world.db.kysely.selectFrom('detail').selectAll().execute();
  const details = rows.map((row) => ({
    ...row,
    number: String((JSON.parse(row.data) as { n: string }).n),
    desk: desks.find(({ id }) => id === row.printer_id),
  }));
  const { moved } = await world.db.kysely
    .selectFrom('label_move')
    .select((eb) => eb.fn.countAll<number>().as('moved'))
    .executeTakeFirstOrThrow();
  const paper = getPaper(stage);
  const names = [...paper.values()].flat().map((key) => key.split('+'));
  const times = tally(names.flat());
  const byNumber = new Map(details.map((detail) => [detail.number, detail]));
  const states = tally(details.map(({ state }) => state));
  /** How often the member had it printed again. */
  const sentAgain = (number: string): number => stage.again.get(number)?.times ?? 0;
  // One that was printed again may have come out at the printer it was at first.
  const isAstray = (desk: Desk) => (name: string) =>
    byNumber.has(name) && byNumber.get(name)?.desk !== desk && sentAgain(name) === 0;
  return {
    words: desks.map(({ kind }) => kind.words).join(' | '),
    faults,
    states,
    lost: details
      .filter(({ state, desk }) => listClaims(desk).includes(state))
      .filter(({ number }) => (times[number] ?? 0) <= (stage.again.get(number)?.before ?? 0))
      .map(({ number }) => Number(number)),
    doubled: Object.entries(times)
      .filter(([key, n]) => !NAMELESS.includes(key) && n > 1 + sentAgain(key))
      .map(([key]) => Number(key)),
    claimed: details
      .filter(
        ({ state, number }) =>
          NOT_STARTED.includes(state) && (times[number] ?? 0) > sentAgain(number),
      )
      .map(({ number }) => Number(number)),
    miscounted: await miscounted(stage),
    astray: [...paper].flatMap(([desk, keys]) =>
      keys
        .flatMap((key) => key.split('+'))
        .filter(isAstray(desk))
        .map(Number),
    ),
    whole: [...paper.values()].flat(),
    torn: names
      .filter((row) => row.every((name) => sentAgain(name) === 0))
      .filter((row) => new Set(row.map((name) => byNumber.get(name)?.state)).size > 1)
      .map((row) => row.join('+')),
    open: (states['queued'] ?? 0) + (states['sending'] ?? 0),
    stalled: details.filter(({ state, desk }) => isOpen(state) && desk && isHealthy(desk)).length,
    uncertain: states['uncertain'] ?? 0,
    allowed: desks.some(({ kind }) => kind.uncertain === null) ? null : stage.allowed,
    unknown: times['unknown'] ?? 0,
    again: details.filter(({ attempt, number }) => attempt > 1 + sentAgain(number)).length,
    reprinted: [...stage.again.values()].reduce((sum, { times: n }) => sum + n, 0),
    cancels: stage.cancels,
    moved: Number(moved),
    stuck: stuck.filter((words) => words !== ''),
    reasons: tally(details.flatMap(({ reason }) => (reason ? [reason] : []))),
  };
};

/** What is wrong after any faults, in one word each; none: all is well. */
export const listWrongs = (result: RoundResult): string[] => {
  const { lost, doubled, claimed, miscounted: sums, astray, torn, stuck, states } = result;
  const amounts = {
    lost: lost.length,
    doubled: doubled.length,
    claimed: claimed.length,
    miscounted: sums.length,
    astray: astray.length,
    torn: torn.length,
    stuck: stuck.length,
    open: result.open,
    stalled: result.stalled,
    unknown: result.unknown,
    failed: states['failed'] ?? 0,
    cancelled: result.cancels ? 0 : (states['cancelled'] ?? 0),
    expired: states['expired'] ?? 0,
  };
  return Object.entries(amounts).flatMap(([name, n]) => (n > 0 ? `${n} ${name}` : []));
};
