import { ROLL_KEPT } from '@yunbiao/contract/limits/client';
import type { RollLabel, RollPart } from '@yunbiao/contract/virtual-host';

/** What is known of a roll: how the printer stands, and the newest pieces, oldest first. */
export type Roll = Pick<RollPart, 'state' | 'labels'>;

const getNumber = ({ number }: RollLabel): number => number;

/** The roll with what came out since; pieces that were there stay the same objects. */
export const merge = (roll: Roll | null, part: RollPart): Roll => {
  const known = new Set(roll?.labels.map(getNumber));
  const all = [...(roll?.labels ?? []), ...part.labels.filter((one) => !known.has(one.number))];
  const labels = all.toSorted((a, b) => a.number - b.number).slice(-ROLL_KEPT);
  return { state: part.state, labels };
};

/** Number of the newest piece that is here; 0 without any. */
export const getLast = (roll: Roll | null): number => roll?.labels.at(-1)?.number ?? 0;
