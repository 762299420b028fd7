import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, lastingOf, type LastingFault } from './kinds.ts';
import { type Desk, freeDesks, openCount, type Stage } from './stage.ts';

/** Labels that are asked back, and moves; it changes with each. */
const underMove = async ({ world: { db } }: Stage): Promise<string> => {
  const { moved } = await db.kysely
    .selectFrom('label_move')
    .select((eb) => eb.fn.countAll<number>().as('moved'))
    .executeTakeFirstOrThrow();
  const { asked } = await db.kysely
    .selectFrom('detail')
    .select((eb) => eb.fn.countAll<number>().as('asked'))
    .where('recall', '=', 1)
    .executeTakeFirstOrThrow();
  return `${moved} ${asked}`;
};

/** The one with the most to do. */
const fullest = async (stage: Stage, desks: readonly Desk[]): Promise<Desk> => {
  let [found = stage.desks[0], most] = [desks[0], -1];
  for (const desk of desks) {
    const open = await openCount(stage, desk);
    if (open > most) [found, most] = [desk, open];
  }
  return found;
};

/**
 * What strikes next. `isPatient`: it lasts until the labels of the printer have gone on; `atMove`: it strikes while labels
 * go from one printer to another.
 */
export type Chosen = {
  desk: Desk;
  fault: Fault | LastingFault;
  isPatient: boolean;
  atMove: boolean;
};

/** What takes away one end of a move, or who makes it. */
const AT_MOVES: readonly Chosen['fault'][] = ['agent', 'server'];

/** What strikes which printer of a group next: first the fullest is stopped, and long enough. */
export const chooseOfGroup = async (
  stage: Stage,
  { busy, isFirst, asked }: { busy: readonly Desk[]; isFirst: boolean; asked?: Chosen['fault'] },
): Promise<Chosen> => {
  const { random } = stage;
  if (isFirst) {
    const desk = await fullest(stage, freeDesks(stage));
    const stops = lastingOf(desk.kind).filter((one) => one !== 'away');
    return {
      desk,
      fault: asked ?? random.pick(stops.length > 0 ? stops : ['away']),
      isPatient: true,
      atMove: false,
    };
  }
  const desk = random.pick(random.between(0, 2) > 0 ? busy : freeDesks(stage));
  const isPatient = random.between(0, 1) === 1;
  const leaving = stage.desks.filter(({ troubles, client }) => troubles > 0 && !client.isAway);
  const isMoving = leaving.length > 0 && random.between(0, 1) === 1;
  const some = isMoving ? AT_MOVES : [...desk.kind.faults, ...lastingOf(desk.kind)];
  const fault = asked ?? random.pick(some);
  const atMove = isMoving && AT_MOVES.includes(fault);
  // Of both ends of the move one is struck.
  return { desk: atMove ? random.pick([desk, ...leaving]) : desk, fault, isPatient, atMove };
};

/** How long labels may take to be asked back: 5 s, and what a machine that is busy adds. */
const RECALL_MS = 12_000;

/** Waits until labels are asked back from a client, or are moved; or nothing is wrong any more that they leave for. */
export const untilMoving = async (stage: Stage): Promise<void> => {
  const before = await underMove(stage);
  for (const began = Date.now(); Date.now() - began < RECALL_MS; await sleep(10))
    if (freeDesks(stage).length === stage.desks.length || (await underMove(stage)) !== before)
      return;
};

/** Labels these may leave uncertain. A cut brings the reset and, at times, one more at a byte of the next connection. */
export const uncertainBy = (stage: Stage, { desk, fault }: Chosen): number => {
  if (fault === 'server') return 0;
  const isOfClient = fault === 'agent' || fault === 'away';
  const met = isOfClient ? stage.desks.filter(({ client }) => client === desk.client) : [desk];
  const labels = met.reduce((sum, { kind }) => sum + (kind.uncertain ?? 0), 0);
  return labels * stage.world.columns * (fault === 'cut' ? 2 : 1);
};

export const isLasting = (fault: Fault | LastingFault): fault is LastingFault =>
  fault === 'out' || fault === 'off' || fault === 'away';
