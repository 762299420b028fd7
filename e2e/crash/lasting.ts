import { setTimeout as sleep } from 'node:timers/promises';
import type { LastingFault } from './printer-kind.ts';
import { type Desk, listFreeDesks, type Stage } from './stage.ts';
import { armStop, clearPrinter, meetsStop } from './strikes.ts';

/** Labels a printer may have started; they stay with it. */
const BEGUN = 2;
/** How long a printer stays stopped so that the labels of its group leave it, ms. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 250;

/**
 * Labels at a printer that have not been at every printer, so that they move on once known as not
 * started. `ever`: in the round; `now`: to a printer without a fault.
 */
const isGoingOn = async (stage: Stage, desk: Desk): Promise<{ ever: number; now: number }> => {
  const { db, columns } = stage.world;
  const labels = await db.kysely
    .selectFrom('detail')
    .select(['id', 'state'])
    .where('printer_id', '=', desk.id)
    .where('cancel_requested', '=', 0)
    // The labels of an absent client stay until it returns.
    .where('state', 'in', desk.client.isAway ? ['queued'] : ['queued', 'sending'])
    .execute();
  const moves = await db.kysely
    .selectFrom('label_move')
    .select(['detail_id', 'from_printer_id'])
    .execute();
  const countWaits = (among: readonly Desk[]): number => {
    const others = among.filter((item) => item !== desk);
    const going = labels.filter(({ id }) => {
      const previousPrinterIds = moves
        .filter((move) => move.detail_id === id)
        .map((move) => move.from_printer_id);
      return others.some((other) => !previousPrinterIds.includes(other.id));
    });
    const leased = going.filter(({ state }) => state === 'sending').length;
    return going.length - leased + Math.max(0, leased - BEGUN * columns);
  };
  const others = stage.desks.filter(
    ({ client, isRemoved }) => !isRemoved && (client !== desk.client || !client.isAway),
  );
  return {
    ever: countWaits(others),
    now: countWaits(listFreeDesks(stage).filter(({ wasReady }) => wasReady)),
  };
};

/**
 * Keeps a fault until the printer's labels have moved to others, at least `leastMs`. Returns an
 * error text when they did not move within `boundMs` although another printer accepted labels and
 * no other fault was active.
 */
const waitUntilGone = async (
  stage: Stage,
  desk: Desk,
  { leastMs, boundMs }: { leastMs: number; boundMs: number },
): Promise<string> => {
  const began = Date.now();
  let since = began;
  while (Date.now() - began < PATIENCE_MS) {
    await sleep(LOOK_MS);
    const { ever, now } = await isGoingOn(stage, desk);
    if (ever === 0 && Date.now() - began >= leastMs) return '';
    if (now === 0) since = Date.now();
    if (Date.now() - Math.max(since, stage.struckAt) > boundMs)
      return `${now} labels stay at ${desk.localId}`;
  }
  return '';
};

/**
 * A short duration, about the wait of a group before it moves labels, or longer than the longest
 * wait.
 */
const getLength = ({ random }: Stage, aboutMs: number): number =>
  random.pick([random.between(1000, aboutMs), random.between(aboutMs - 1500, aboutMs + 3000)]);

type Args = {
  stage: Stage;
  desk: Desk;
  /** The fault lasts until labels have moved; otherwise it may end earlier. */
  isPatient: boolean;
};

const runOutOfPaper = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  armStop(stage, desk);
  if (!(await meetsStop(stage, desk))) return '';
  // 5 s, 1 s until the check, 10 s where the printer was tried before, plus the time a printer
  // takes to report that it is back.
  const bound = { leastMs: getLength(stage, 5000), boundMs: 30_000 };
  const wrong = isPatient ? await waitUntilGone(stage, desk, bound) : '';
  if (!isPatient) await sleep(getLength(stage, 5000));
  await clearPrinter(desk);
  return wrong;
};

const powerOff = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  const downMs = isPatient ? 25_000 : getLength(stage, 5000);
  const on = desk.printer.powerCut({ downMs });
  const wrong = isPatient ? await waitUntilGone(stage, desk, { leastMs: 0, boundMs: 20_000 }) : '';
  await on;
  return wrong;
};

const takeAway = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  const { client } = desk;
  client.isAway = true;
  await client.agent.stop('SIGKILL');
  const bound = { leastMs: getLength(stage, 30_000), boundMs: 60_000 };
  const wrong = isPatient ? await waitUntilGone(stage, desk, bound) : '';
  if (!isPatient) await sleep(getLength(stage, 5000));
  client.agent = await client.start();
  await client.agent.until(/已连上/);
  client.isAway = false;
  return wrong;
};

const FAULTS: Record<LastingFault, (args: Args) => Promise<string>> = {
  out: runOutOfPaper,
  off: powerOff,
  away: takeAway,
};

/** Printers that a fault stops. */
const isDownBy = (fault: LastingFault, { desks }: Stage, desk: Desk): readonly Desk[] =>
  fault === 'away' ? desks.filter(({ client }) => client === desk.client) : [desk];

/** Starts a lasting fault of a printer or its client while the round continues. */
export const strikeLasting = (fault: LastingFault, args: Args): void => {
  const { stage, desk } = args;
  const down = isDownBy(fault, stage, desk);
  for (const one of down) one.troubles += 1;
  const runFault = async (): Promise<string> => {
    try {
      return await FAULTS[fault](args);
    } finally {
      for (const one of down) one.troubles -= 1;
      stage.struckAt = Date.now();
    }
  };
  const lasting = runFault();
  // The end of the round awaits it; this prevents an unhandled rejection before that.
  lasting.catch(() => {});
  stage.lasting.push(lasting);
};
