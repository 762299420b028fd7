import { MAX_ROLL_LABELS } from '@yunbiao/contract/limits/client';
import type { RollLabel, RollPart } from '@yunbiao/contract/gateway/virtual-host';

/** State of the printer and the latest labels of a roll, oldest first. */
export type Roll = Pick<RollPart, 'state' | 'labels'>;

const getLabelNumber = ({ number }: RollLabel): number => number;

/** Appends new labels. Known labels keep their object identity. */
export const appendNewLabelsToRoll = (roll: Roll | null, part: RollPart): Roll => {
  const knownNumbers = new Set(roll?.labels.map(getLabelNumber));
  const mergedLabels = [
    ...(roll?.labels ?? []),
    ...part.labels.filter((label) => !knownNumbers.has(label.number)),
  ];
  const labels = mergedLabels.toSorted((a, b) => a.number - b.number).slice(-MAX_ROLL_LABELS);
  return { state: part.state, labels };
};

/** Number of the latest loaded label; 0 without labels. */
export const getLastRollLabelNumber = (roll: Roll | null): number =>
  roll?.labels.at(-1)?.number ?? 0;
