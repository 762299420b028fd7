import { parseTemplate } from '@yunbiao/contract';
import type { Report } from '@yunbiao/contract/gateway/gateway';
import { getLabelPlacement } from '@yunbiao/contract/printing/print-setup';
import { type LabelData, layoutLabelForPrint } from '@yunbiao/label';
import {
  getLabelFonts,
  type LeasedBatch,
  type LeasedLabels,
  getRareSymbologyEncoders,
} from '@yunbiao/services';
import type { PlannedBatch } from './month.ts';
import {
  CANCELLED_REASON,
  CONNECTION_LOST_AFTER_REASON,
  PAPER_OUT_REASON,
  ACCEPTED_ONLY_REASON,
} from './reasons.ts';

type Label = LeasedLabels['rows'][number][number];
/** Result of a label, as reported by the agent. */
type LabelResult = Pick<Report, 'state' | 'evidence' | 'reason' | 'counterFrom' | 'counterTo'>;

const createLabelResult = (
  state: LabelResult['state'],
  evidence: LabelResult['evidence'],
  reason = '',
): LabelResult => ({
  state,
  evidence,
  reason,
  counterFrom: null,
  counterTo: null,
});

/** Counter of the only printer that has one. */
export type Counter = { value: number };

const countOneLabel = (counter: Counter): Pick<LabelResult, 'counterFrom' | 'counterTo'> => {
  counter.value += 1;
  return { counterFrom: counter.value - 1, counterTo: counter.value };
};

const createNormalResult = ({ place }: PlannedBatch, counter: Counter): LabelResult => {
  if (place === 'old') return createLabelResult('sent', 'consumed', ACCEPTED_ONLY_REASON);
  if (place === 'shelf') return createLabelResult('printed', 'printer-idle');
  return { ...createLabelResult('printed', 'counter-moved'), ...countOneLabel(counter) };
};

/** Why a label cannot be drawn; null if it can. */
const findUndrawableReason = ({ template, setup }: LeasedBatch, label: Label): string | null => {
  const layout = layoutLabelForPrint({
    template: parseTemplate(template),
    data: JSON.parse(label.data) as LabelData,
    media: getLabelPlacement(setup),
    fonts: getLabelFonts(),
    rareCodes: getRareSymbologyEncoders,
  });
  return layout.ok ? null : layout.reason;
};

/** Labels from this index on had not started when the member cancelled. */
export const FIRST_CANCELLED_INDEX = 9;

/** Result of the `index`th leased label of a batch. */
export const computePlannedResult = (
  plannedBatch: PlannedBatch,
  batch: LeasedBatch,
  { label, index, counter }: { label: Label; index: number; counter: Counter },
): LabelResult => {
  const { fate } = plannedBatch;
  if (fate === 'undrawable') {
    const reason = findUndrawableReason(batch, label);
    if (reason !== null) return createLabelResult('failed', 'none', reason);
  }
  if (fate === 'cancelled' && index >= FIRST_CANCELLED_INDEX)
    return createLabelResult('cancelled', 'none', CANCELLED_REASON);
  if (fate === 'reprinted' && index === 5 && label.attempt === 1)
    return {
      ...createLabelResult('uncertain', 'consumed', PAPER_OUT_REASON),
      ...countOneLabel(counter),
    };
  const isCut =
    (fate === 'confirmed' && index === 2) || (fate === 'open' && index > 3 && index < 6);
  if (isCut) return createLabelResult('uncertain', 'consumed', CONNECTION_LOST_AFTER_REASON);
  return createNormalResult(plannedBatch, counter);
};
