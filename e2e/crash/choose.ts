import { type Fault, lastingOf, type LastingFault } from './kinds.ts';
import { type Desk, freeDesks, openCount, type Stage } from './stage.ts';

/** The one with the most to do. */
const fullest = async (stage: Stage, desks: readonly Desk[]): Promise<Desk> => {
  let [found = stage.desks[0], most] = [desks[0], -1];
  for (const desk of desks) {
    const open = await openCount(stage, desk);
    if (open > most) [found, most] = [desk, open];
  }
  return found;
};

/** What strikes next. `isPatient`: it lasts until the labels of the printer have gone on. */
export type Chosen = { desk: Desk; fault: Fault | LastingFault; isPatient: boolean };

/** What strikes which printer of a group next: first the fullest is stopped, and long enough. */
export const chooseOfGroup = async (
  stage: Stage,
  { busy, isFirst, asked }: { busy: readonly Desk[]; isFirst: boolean; asked?: Chosen['fault'] },
): Promise<Chosen> => {
  const { random } = stage;
  if (isFirst) {
    const desk = await fullest(stage, busy);
    const stops = lastingOf(desk.kind).filter((one) => one !== 'away');
    return {
      desk,
      fault: asked ?? random.pick(stops.length > 0 ? stops : ['away']),
      isPatient: true,
    };
  }
  const desk = random.pick(random.between(0, 2) > 0 ? busy : freeDesks(stage));
  const fault = asked ?? random.pick([...desk.kind.faults, ...lastingOf(desk.kind)]);
  return { desk, fault, isPatient: random.between(0, 1) === 1 };
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
