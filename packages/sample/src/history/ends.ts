import { parseTemplate } from '@yunbiao/contract';
import { getMedia, type Report } from '@yunbiao/contract/gateway';
import { type LabelData, layoutForPrint } from '@yunbiao/label';
import { labelFonts, type LeasedBatch, type LeasedLabels, rareCodes } from '@yunbiao/services';
import type { PlannedBatch } from './month.ts';
import { CANCELLED, CUT_AFTER, PAPER_RAN_OUT, SENT_ONLY } from './reasons.ts';

type Label = LeasedLabels['rows'][number][number];
/** How a label ended, as its agent knows it. */
type End = Pick<Report, 'state' | 'evidence' | 'reason' | 'counterFrom' | 'counterTo'>;

const end = (state: End['state'], evidence: End['evidence'], reason = ''): End => ({
  state,
  evidence,
  reason,
  counterFrom: null,
  counterTo: null,
});

/** The counter of the one printer that counts; another label has passed under its head. */
export type Counter = { value: number };

const counted = (counter: Counter): Pick<End, 'counterFrom' | 'counterTo'> => {
  counter.value += 1;
  return { counterFrom: counter.value - 1, counterTo: counter.value };
};

const good = ({ place }: PlannedBatch, counter: Counter): End => {
  if (place === 'old') return end('sent', 'consumed', SENT_ONLY);
  if (place === 'shelf') return end('printed', 'printer-idle');
  return { ...end('printed', 'counter-moved'), ...counted(counter) };
};

/** Why a label of the batch cannot be drawn; null when it can. */
const whyUndrawable = ({ template, setup }: LeasedBatch, label: Label): string | null => {
  const laid = layoutForPrint({
    template: parseTemplate(template),
    data: JSON.parse(label.data) as LabelData,
    media: getMedia(setup),
    fonts: labelFonts(),
    rareCodes,
  });
  return laid.ok ? null : laid.reason;
};

/** Labels from this place on had not been started when the member cancelled. */
export const CANCELLED_FROM = 9;

/** How the `index`th leased label of a batch ended. */
export const getEnd = (
  planned: PlannedBatch,
  batch: LeasedBatch,
  { label, index, counter }: { label: Label; index: number; counter: Counter },
): End => {
  const { fate } = planned;
  if (fate === 'undrawable') {
    const reason = whyUndrawable(batch, label);
    if (reason !== null) return end('failed', 'none', reason);
  }
  if (fate === 'cancelled' && index >= CANCELLED_FROM) return end('cancelled', 'none', CANCELLED);
  if (fate === 'reprinted' && index === 5 && label.attempt === 1)
    return { ...end('uncertain', 'consumed', PAPER_RAN_OUT), ...counted(counter) };
  const isCut =
    (fate === 'confirmed' && index === 2) || (fate === 'open' && index > 3 && index < 6);
  if (isCut) return end('uncertain', 'consumed', CUT_AFTER);
  return good(planned, counter);
};
