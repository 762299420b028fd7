import { NAMELESS } from './printers.ts';
import { type Desk, type Stage, isStopped } from './stage.ts';

export type RoundResult = {
  words: string;
  faults: Record<string, number>;
  states: Record<string, number>;
  /**
   * Reported as printed (or as sent to a printer that only closes), but no complete label came out
   * since the last send.
   */
  lost: number[];
  /** Complete prints exceed the number of sends, over all printers. */
  doubled: number[];
  /** Reported as not started, but a complete label came out. */
  claimed: number[];
  /** Batches whose counts differ from their labels, or that have ended with open labels. */
  miscounted: string[];
  /** Printed completely by another printer than the reported one. */
  astray: number[];
  /**
   * Complete prints in order, one printer after the other: a label, or a row of labels as `4+5+6`.
   */
  whole: string[];
  /** Complete rows whose labels have different final states. */
  torn: string[];
  /** Labels that have neither ended nor become uncertain. */
  open: number;
  /** Those of them at printers that could print. */
  stalled: number;
  uncertain: number;
  /** Maximum number of uncertain labels after these faults; null: any. */
  allowed: number | null;
  /** Printed pieces that match no label. */
  unknown: number;
  /** Labels sent again automatically as a further attempt. */
  again: number;
  /** Moves of labels between printers of a group. */
  moved: number;
  /** Stopped printers whose labels did not move on although another printer accepted labels. */
  stuck: string[];
  /** Labels that the member reprinted. */
  reprinted: number;
  /** Labels were cancelled or printers removed by people. */
  cancels: boolean;
  /** Reasons why labels are not printed, with counts. */
  reasons: Record<string, number>;
};

/** Numbers of completely printed labels, by printer. */
const getPaper = ({ desks }: Stage): Map<Desk, string[]> =>
  new Map(
    desks.map((desk) => [
      desk,
      desk.printer
        .paper()
        .filter((item) => item.source !== 'feed' && item.whole)
        .map(({ key }) => key),
    ]),
  );

const countWords = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

/** "Sent" means accepted only. No fault hits a printer that closes after it has read a label. */
const listProvenStates = (desk: Desk | undefined): string[] =>
  desk && (desk.kind.settings.closeAfter || desk.kind.behind) ? ['printed', 'sent'] : ['printed'];

const isOpen = (state: string): boolean => state === 'queued' || state === 'sending';

/** No fault that needs a person. */
const isHealthy = (desk: Desk): boolean => {
  const { on, paused } = desk.printer.state();
  return on && !paused && !isStopped(desk) && !desk.isRemoved && !desk.client.isAway;
};

const NOT_STARTED = ['failed', 'cancelled', 'expired'];

/** Compares the counts of batches with their labels. */
const findMiscountedBatches = async ({ world: { db } }: Stage): Promise<string[]> => {
  const batches = await db.kysely.selectFrom('batch').selectAll().execute();
  const details = await db.kysely.selectFrom('detail').select(['batch_id', 'state']).execute();
  return batches.flatMap(({ id, batch_no, counts, finished_at }) => {
    const own = countWords(
      details.flatMap(({ batch_id, state }) => (batch_id === id ? state : [])),
    );
    const said = Object.entries(JSON.parse(counts) as Record<string, number>);
    const isSame =
      said.every(([state, n]) => (own[state] ?? 0) === n) &&
      said.reduce((sum, [, n]) => sum + n, 0) === Object.values(own).reduce((a, b) => a + b, 0);
    const isOpen = (own['queued'] ?? 0) + (own['sending'] ?? 0) > 0;
    if (isSame && isOpen === (finished_at === null)) return [];
    return `${batch_no}: ${counts}, ${finished_at}, is ${JSON.stringify(own)}`;
  });
};

/** Compares the reported states of labels with the paper of all printers. */
// oxlint-disable-next-line house/function-length -- the fields of one report, all from the same counts
export const judgeRound = async (
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
  const times = countWords(names.flat());
  const byNumber = new Map(details.map((detail) => [detail.number, detail]));
  const states = countWords(details.map(({ state }) => state));
  /** How often the member reprinted it. */
  const wasSentAgain = (number: string): number => stage.again.get(number)?.times ?? 0;
  // A reprinted label may have come out at its first printer.
  const isAstray = (desk: Desk) => (name: string) =>
    byNumber.has(name) && byNumber.get(name)?.desk !== desk && wasSentAgain(name) === 0;
  return {
    words: desks.map(({ kind }) => kind.words).join(' | '),
    faults,
    states,
    lost: details
      .filter(({ state, desk }) => listProvenStates(desk).includes(state))
      .filter(({ number }) => (times[number] ?? 0) <= (stage.again.get(number)?.before ?? 0))
      .map(({ number }) => Number(number)),
    doubled: Object.entries(times)
      .filter(([key, n]) => !NAMELESS.includes(key) && n > 1 + wasSentAgain(key))
      .map(([key]) => Number(key)),
    claimed: details
      .filter(
        ({ state, number }) =>
          NOT_STARTED.includes(state) && (times[number] ?? 0) > wasSentAgain(number),
      )
      .map(({ number }) => Number(number)),
    miscounted: await findMiscountedBatches(stage),
    astray: [...paper].flatMap(([desk, keys]) =>
      keys
        .flatMap((key) => key.split('+'))
        .filter(isAstray(desk))
        .map(Number),
    ),
    whole: [...paper.values()].flat(),
    torn: names
      .filter((row) => row.every((name) => wasSentAgain(name) === 0))
      .filter((row) => new Set(row.map((name) => byNumber.get(name)?.state)).size > 1)
      .map((row) => row.join('+')),
    open: (states['queued'] ?? 0) + (states['sending'] ?? 0),
    stalled: details.filter(({ state, desk }) => isOpen(state) && desk && isHealthy(desk)).length,
    uncertain: states['uncertain'] ?? 0,
    allowed: desks.some(({ kind }) => kind.uncertain === null) ? null : stage.allowed,
    unknown: times['unknown'] ?? 0,
    again: details.filter(({ attempt, number }) => attempt > 1 + wasSentAgain(number)).length,
    reprinted: [...stage.again.values()].reduce((sum, { times: n }) => sum + n, 0),
    cancels: stage.cancels,
    moved: Number(moved),
    stuck: stuck.filter((words) => words !== ''),
    reasons: countWords(details.flatMap(({ reason }) => (reason ? [reason] : []))),
  };
};

/** Names of the faults found after a round; an empty list is a pass. */
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
