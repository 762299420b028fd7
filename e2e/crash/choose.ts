import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Act,
  ACTS,
  type Fault,
  listLasting,
  type LastingFault,
  type PrinterKind,
} from './kinds.ts';
import { type Desk, freeDesks, openCount, type Stage } from './stage.ts';

/** A client's home is put back to an earlier copy, or a copy of it runs beside it. */
export type HomeFault = 'restore' | 'copy';
const HOME_FAULTS: readonly HomeFault[] = ['restore', 'copy'];

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
  fault: Fault | LastingFault | Act | HomeFault;
  isPatient: boolean;
  atMove: boolean;
};

/** What people may do with a printer: one behind a queue has no address of its own. */
const listActs = ({ behind }: PrinterKind): readonly Act[] =>
  behind ? ACTS.filter((act) => act !== 'readdress') : ACTS;

/** Half of what happens people do, where there are any; half of what a client alone meets its home does. */
export const faultFor = (
  { people, homes, random, desks }: Stage,
  kind: PrinterKind,
  faults: readonly (Fault | LastingFault)[],
): Chosen['fault'] => {
  if (homes && desks.length === 1 && random.between(0, 1) === 1) return random.pick(HOME_FAULTS);
  return people && random.between(0, 1) === 1 ? random.pick(listActs(kind)) : random.pick(faults);
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
    const stops = listLasting(desk.kind).filter((one) => one !== 'away');
    return {
      desk,
      fault: asked ?? random.pick(stops.length > 0 ? stops : ['away']),
      isPatient: true,
      atMove: false,
    };
  }
  // All of them may be under something that lasts, or gone.
  const free = freeDesks(stage);
  const some = random.between(0, 2) > 0 && busy.length > 0 ? busy : free;
  const desk = some.length > 0 ? random.pick(some) : stage.desks[0];
  const isPatient = random.between(0, 1) === 1;
  const leaving = stage.desks.filter(({ troubles, client }) => troubles > 0 && !client.isAway);
  const isMoving = leaving.length > 0 && random.between(0, 1) === 1;
  const faults = [...desk.kind.faults, ...listLasting(desk.kind)];
  const fault = asked ?? (isMoving ? random.pick(AT_MOVES) : faultFor(stage, desk.kind, faults));
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
  if (fault === 'server' || fault === 'recall' || fault === 'again') return 0;
  // All that was leased.
  if (fault === 'restore' || fault === 'copy') return Infinity;
  const isOfClient = fault === 'agent' || fault === 'upgrade' || fault === 'away';
  const met = isOfClient ? stage.desks.filter(({ client }) => client === desk.client) : [desk];
  const labels = met.reduce((sum, { kind }) => sum + (kind.uncertain ?? 0), 0);
  return labels * stage.world.columns * (fault === 'cut' ? 2 : 1);
};

export const isLasting = (fault: Chosen['fault']): fault is LastingFault =>
  fault === 'out' || fault === 'off' || fault === 'away';
