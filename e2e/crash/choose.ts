import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Act,
  ACTS,
  type Fault,
  listLasting,
  type LastingFault,
  type PrinterKind,
} from './printer-kind.ts';
import { type Desk, listFreeDesks, openCount, type Stage } from './stage.ts';

/** A client's home is replaced by an earlier copy, or a copy of it runs in parallel. */
export type HomeFault = 'restore' | 'copy';
const HOME_FAULTS: readonly HomeFault[] = ['restore', 'copy'];

/** Counts of moves and recalled labels as a key, to detect a change. */
const isBeingMoved = async ({ world: { db } }: Stage): Promise<string> => {
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

/** The printer with the most open labels. */
const findFullestDesk = async (stage: Stage, desks: readonly Desk[]): Promise<Desk> => {
  let [found = stage.desks[0], max] = [desks[0], -1];
  for (const desk of desks) {
    const open = await openCount(stage, desk);
    if (open > max) [found, max] = [desk, open];
  }
  return found;
};

/**
 * The next fault. `isPatient`: it lasts until the printer's labels have moved on. `atMove`: it
 * strikes while labels move between printers.
 */
export type Chosen = {
  desk: Desk;
  fault: Fault | LastingFault | Act | HomeFault;
  isPatient: boolean;
  atMove: boolean;
};

/** People's actions on a printer; a printer behind a queue has no address of its own. */
const listActs = ({ behind }: PrinterKind): readonly Act[] =>
  behind ? ACTS.filter((act) => act !== 'readdress') : ACTS;

/**
 * Half of the faults are people's actions, if there are any; half of a single client's faults hit
 * its home.
 */
export const chooseFault = (
  { people, homes, random, desks }: Stage,
  kind: PrinterKind,
  faults: readonly (Fault | LastingFault)[],
): Chosen['fault'] => {
  if (homes && desks.length === 1 && random.between(0, 1) === 1) return random.pick(HOME_FAULTS);
  return people && random.between(0, 1) === 1 ? random.pick(listActs(kind)) : random.pick(faults);
};

/** Faults that remove one end of a move, or the server that makes it. */
const AT_MOVES: readonly Chosen['fault'][] = ['agent', 'server'];

/**
 * The next fault and printer of a group. The first fault stops the fullest printer for long enough.
 */
export const chooseOfGroup = async (
  stage: Stage,
  { busy, isFirst, asked }: { busy: readonly Desk[]; isFirst: boolean; asked?: Chosen['fault'] },
): Promise<Chosen> => {
  const { random } = stage;
  if (isFirst) {
    const desk = await findFullestDesk(stage, listFreeDesks(stage));
    const stops = listLasting(desk.kind).filter((item) => item !== 'away');
    return {
      desk,
      fault: asked ?? random.pick(stops.length > 0 ? stops : ['away']),
      isPatient: true,
      atMove: false,
    };
  }
  // All printers may have a lasting fault or be removed.
  const free = listFreeDesks(stage);
  const some = random.between(0, 2) > 0 && busy.length > 0 ? busy : free;
  const desk = some.length > 0 ? random.pick(some) : stage.desks[0];
  const isPatient = random.between(0, 1) === 1;
  const leaving = stage.desks.filter(({ troubles, client }) => troubles > 0 && !client.isAway);
  const isMoving = leaving.length > 0 && random.between(0, 1) === 1;
  const faults = [...desk.kind.faults, ...listLasting(desk.kind)];
  const fault = asked ?? (isMoving ? random.pick(AT_MOVES) : chooseFault(stage, desk.kind, faults));
  const atMove = isMoving && AT_MOVES.includes(fault);
  // The fault strikes one of the two ends of the move.
  return { desk: atMove ? random.pick([desk, ...leaving]) : desk, fault, isPatient, atMove };
};

/** Maximum time until labels are recalled: 5 s plus the delay of a busy machine. */
const RECALL_MS = 12_000;

/**
 * Waits until labels are recalled from a client or moved, or until the fault that causes it is
 * over.
 */
export const waitUntilMoving = async (stage: Stage): Promise<void> => {
  const before = await isBeingMoved(stage);
  for (const began = Date.now(); Date.now() - began < RECALL_MS; await sleep(10))
    if (
      listFreeDesks(stage).length === stage.desks.length ||
      (await isBeingMoved(stage)) !== before
    )
      return;
};

/**
 * Number of labels these faults may leave uncertain. A cut causes the reset and sometimes another
 * one at a byte of the next connection.
 */
export const listUncertainBy = (stage: Stage, { desk, fault }: Chosen): number => {
  if (fault === 'server' || fault === 'recall' || fault === 'again') return 0;
  // All leased labels.
  if (fault === 'restore' || fault === 'copy') return Infinity;
  const isOfClient = fault === 'agent' || fault === 'upgrade' || fault === 'away';
  const met = isOfClient ? stage.desks.filter(({ client }) => client === desk.client) : [desk];
  const labels = met.reduce((sum, { kind }) => sum + (kind.uncertain ?? 0), 0);
  return labels * stage.world.columns * (fault === 'cut' ? 2 : 1);
};

export const isLasting = (fault: Chosen['fault']): fault is LastingFault =>
  fault === 'out' || fault === 'off' || fault === 'away';
