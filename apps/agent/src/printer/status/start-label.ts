import { toOpenLabel } from '../open-labels.ts';
import { returnLabel } from '../return-label.ts';
import { getMonotonicMs } from './session.ts';
import type { Machine } from './machine.ts';
import type { PendingLabel, Session } from './session.ts';

/** Maximum wait for the server before the printer is polled again, ms. */
const CLEARANCE_WAIT_MS = 100;
/** Time after which a cleared label is returned if the printer is no longer ready, ms. */
const START_TIMEOUT_MS = 1000;
/**
 * Same while an answer is pending, ms: the printer may be ready once it arrives over a slow line.
 */
const START_TIMEOUT_UNANSWERED_MS = 15_000;

/** Dequeues the next label, writes its intent and waits for the server. */
const writeNextLabelIntent = async (session: Session, base: number | null): Promise<void> => {
  const { context, memory } = session;
  const first = context.queue.peekNext(context.now());
  if (!first) return;
  const { bytes } = first.prepared;
  const paper = memory.dialect.getPaperTime(bytes, context.printer.dpi);
  const paperMs = Math.ceil(paper.maximumMs);
  const intent = context.createIntent(first.job, { base, paperMs });
  const label = toOpenLabel(intent);
  const next: PendingLabel = { intent, label, bytes, paper, mayStart: null, decidedAt: 0 };
  const { pendingChanges } = session;
  session.pendingChanges = [];
  session.pendingLabel = next;
  context.queue.shift();
  await context.commit([...pendingChanges, intent]);
  const clearance = context.waitForClearance(label).then((mayBegin) => {
    Object.assign(next, { mayStart: mayBegin, decidedAt: getMonotonicMs() });
    context.signal.raise();
  });
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    clearance,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLEARANCE_WAIT_MS);
    }),
  ]);
  clearTimeout(timer);
};

/** Returns a label that was not sent. */
export const withdrawLabel = async (session: Session): Promise<void> => {
  const { context, pendingLabel } = session;
  session.pendingLabel = null;
  if (pendingLabel) await returnLabel(context, pendingLabel.label);
};

export const shouldWithdrawLabel = ({
  pendingLabel,
  machine,
}: {
  pendingLabel: Pick<PendingLabel, 'mayStart' | 'decidedAt'> | null;
  machine: Pick<Machine, 'hasOpenQuestion'>;
}): boolean => {
  if (pendingLabel === null || pendingLabel.mayStart === null) return false;
  const timeoutMs = machine.hasOpenQuestion() ? START_TIMEOUT_UNANSWERED_MS : START_TIMEOUT_MS;
  return !pendingLabel.mayStart || getMonotonicMs() - pendingLabel.decidedAt > timeoutMs;
};

/** Sends a cleared label and the query after it. */
const sendLabel = async (session: Session, base: number | null): Promise<void> => {
  const { context, link, machine, pendingLabel } = session;
  if (!pendingLabel?.mayStart) return;
  if (base !== pendingLabel.intent.base) {
    // Another sender's label has moved the counter of a shared printer. The server already knows
    // the token of the previous intent.
    pendingLabel.intent = { ...pendingLabel.intent, base, early: true };
    pendingLabel.label.base = base;
    await context.commit([pendingLabel.intent]);
  }
  // If we were stopped during the disk write, another driver may already use the printer.
  if (link.isLost() || !context.canSend(pendingLabel.label)) return withdrawLabel(session);
  session.pendingLabel = null;
  const counter = machine.isCounting() !== false;
  session.openLabels.push(pendingLabel.label);
  machine.recordLabel(getMonotonicMs(), { base, paper: pendingLabel.paper }, counter);
  link.query(counter, pendingLabel.bytes);
  // Use the time while the printer prints.
  context.queue.drawAhead();
};

/** Starts a label: prepares it, or sends it once the server allows. */
export const prepareOrSendLabel = async (session: Session, base: number | null): Promise<void> => {
  if (session.pendingLabel) await sendLabel(session, base);
  else await writeNextLabelIntent(session, base);
};
