import { setTimeout as sleep } from 'node:timers/promises';
import type { LastingFault } from './kinds.ts';
import { type Desk, freeDesks, type Stage } from './stage.ts';
import { armStop, clear, meets } from './strikes.ts';

/** Labels a printer may have begun, and keeps. */
const BEGUN = 2;
/** How long a printer stays stopped for the labels of its group to leave it. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 250;

/**
 * Labels at a printer that have not been everywhere, so that they go on, once they are known not to be begun: `ever` in the
 * round, and `now`, to one that nothing is wrong with.
 */
const goingOn = async (stage: Stage, desk: Desk): Promise<{ ever: number; now: number }> => {
  const { db, columns } = stage.world;
  const labels = await db.kysely
    .selectFrom('detail')
    .select(['id', 'state'])
    .where('printer_id', '=', desk.id)
    .where('cancel_requested', '=', 0)
    // What a client has that is away stays until it is back.
    .where('state', 'in', desk.client.isAway ? ['queued'] : ['queued', 'sending'])
    .execute();
  const moves = await db.kysely
    .selectFrom('label_move')
    .select(['detail_id', 'from_printer_id'])
    .execute();
  const waits = (among: readonly Desk[]): number => {
    const others = among.filter((one) => one !== desk);
    const going = labels.filter(({ id }) => {
      const left = moves.filter((one) => one.detail_id === id).map((one) => one.from_printer_id);
      return others.some((one) => !left.includes(one.id));
    });
    const leased = going.filter(({ state }) => state === 'sending').length;
    return going.length - leased + Math.max(0, leased - BEGUN * columns);
  };
  const others = stage.desks.filter(
    ({ client, isRemoved }) => !isRemoved && (client !== desk.client || !client.isAway),
  );
  return {
    ever: waits(others),
    now: waits(freeDesks(stage).filter(({ wasReady }) => wasReady)),
  };
};

/**
 * Lets a fault last until the labels of the printer have gone on to others, `leastMs` at any rate. Answers what is wrong
 * when they had `boundMs` for it, with a printer that takes them and without another fault, and did not.
 */
const untilGone = async (
  stage: Stage,
  desk: Desk,
  { leastMs, boundMs }: { leastMs: number; boundMs: number },
): Promise<string> => {
  const began = Date.now();
  let since = began;
  while (Date.now() - began < PATIENCE_MS) {
    await sleep(LOOK_MS);
    const { ever, now } = await goingOn(stage, desk);
    if (ever === 0 && Date.now() - began >= leastMs) return '';
    if (now === 0) since = Date.now();
    if (Date.now() - Math.max(since, stage.struckAt) > boundMs)
      return `${now} labels stay at ${desk.localId}`;
  }
  return '';
};

/** Something short, about as long as a group waits before it moves labels, or longer than it ever does. */
const getLength = ({ random }: Stage, aboutMs: number): number =>
  random.pick([random.between(1000, aboutMs), random.between(aboutMs - 1500, aboutMs + 3000)]);

type Args = {
  stage: Stage;
  desk: Desk;
  /** It lasts until labels have gone on; else it may be over sooner, or just then. */
  isPatient: boolean;
};

const out = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  armStop(stage, desk);
  if (!(await meets(stage, desk))) return '';
  // 5 s, a second until it is looked at, 10 s where it was tried before, and what a printer takes to say that it is back.
  const bound = { leastMs: getLength(stage, 5000), boundMs: 30_000 };
  const wrong = isPatient ? await untilGone(stage, desk, bound) : '';
  if (!isPatient) await sleep(getLength(stage, 5000));
  await clear(desk);
  return wrong;
};

const off = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  const downMs = isPatient ? 25_000 : getLength(stage, 5000);
  const on = desk.printer.powerCut({ downMs });
  const wrong = isPatient ? await untilGone(stage, desk, { leastMs: 0, boundMs: 20_000 }) : '';
  await on;
  return wrong;
};

const away = async ({ stage, desk, isPatient }: Args): Promise<string> => {
  const { client } = desk;
  client.isAway = true;
  await client.agent.stop('SIGKILL');
  const bound = { leastMs: getLength(stage, 30_000), boundMs: 60_000 };
  const wrong = isPatient ? await untilGone(stage, desk, bound) : '';
  if (!isPatient) await sleep(getLength(stage, 5000));
  client.agent = await client.start();
  await client.agent.until(/已连上/);
  client.isAway = false;
  return wrong;
};

const FAULTS: Record<LastingFault, (args: Args) => Promise<string>> = { out, off, away };

/** Printers a fault keeps from printing. */
const downBy = (fault: LastingFault, { desks }: Stage, desk: Desk): readonly Desk[] =>
  fault === 'away' ? desks.filter(({ client }) => client === desk.client) : [desk];

/** Strikes a printer, or its client, with something that is not over soon. The round goes on meanwhile. */
export const strikeLasting = (fault: LastingFault, args: Args): void => {
  const { stage, desk } = args;
  const down = downBy(fault, stage, desk);
  for (const one of down) one.troubles += 1;
  const over = async (): Promise<string> => {
    try {
      return await FAULTS[fault](args);
    } finally {
      for (const one of down) one.troubles -= 1;
      stage.struckAt = Date.now();
    }
  };
  const lasting = over();
  // Whoever waits for it at the end of the round hears of it; until then it is nobody's.
  lasting.catch(() => {});
  stage.lasting.push(lasting);
};
