import { createResultLedgerChange, toOpenLabel } from '../open-labels.ts';
import { returnLabel } from '../return-label.ts';
import type { DriverContext } from '../driver-context.ts';
import { ACCEPTED_RAW_RESULT, UNCERTAIN_RESULT } from '../connection-results.ts';
import { openStream } from '../stream.ts';
import { createUnansweredPrinterView, toPrinterView } from '../view.ts';
import { recordFloodAndPause, getMonotonicMs } from './session.ts';
import type { PrinterMemory } from './session.ts';
import { isPrinterIdle } from './status.ts';
import type { PrinterStatus } from './status.ts';
import { LATE_ANSWER_MS, STOP_SILENCE_MS } from './timing.ts';

/** Maximum wait between checks, ms. Answers wake it earlier. */
const MAX_WAIT_MS = 200;
/** Query interval for a silent printer, ms: first and maximum. */
const RETRY_MS = { first: 2_000, most: 10_000 };

/** Whether the next label is raw data. It may not share a connection with any other label. */
export const isNextLabelRaw = ({ queue, canStartNext, now }: DriverContext): boolean =>
  canStartNext() && queue.countJobs() > 0 && queue.peekNext(now())?.prepared.isRawData === true;

/** Opens a connection and tracks its answers. */
const openTrackedConnection = async (context: DriverContext, memory: PrinterMemory) => {
  const { dialect } = memory;
  const socket = await openStream(context.printer.at, false, context.isStopping);
  const answerState = { answers: 0, at: getMonotonicMs() };
  let wait = RETRY_MS.first;
  const recordAnswerTime = (): void => {
    answerState.at = getMonotonicMs();
    context.signal.raise();
  };
  const onStatus = (answer: PrinterStatus): void => {
    memory.retryPolicy.recordAnswer();
    answerState.answers += 1;
    wait = RETRY_MS.first;
    context.show(toPrinterView(answer, null, !isPrinterIdle(answer)));
    recordAnswerTime();
  };
  const link = dialect.openLink(socket, {
    onStatus,
    onCounter: recordAnswerTime,
    onEcho: recordAnswerTime,
    onExtra: recordAnswerTime,
    onString: recordAnswerTime,
    onLost: () => context.signal.raise(),
  });
  const isRawLabelOver = (): boolean => link.isLost() || context.isStopping();
  /**
   * Waits until `condition` returns true or the connection ends. Queries a silent printer again and
   * shows that it does not answer.
   */
  const waitForCondition = async (condition: () => boolean): Promise<void> => {
    let askedAt = getMonotonicMs();
    while (!isRawLabelOver() && !condition()) {
      if (getMonotonicMs() - Math.max(askedAt, answerState.at) > wait) {
        context.show(createUnansweredPrinterView(dialect.unansweredText, null));
        link.query(false);
        askedAt = getMonotonicMs();
        wait = Math.min(RETRY_MS.most, wait * 2);
      }
      await context.signal.wait(MAX_WAIT_MS);
    }
  };
  return { link, heard: answerState, until: waitForCondition, isOver: isRawLabelOver };
};

/**
 * Prints the next raw label over its own connection. First ends what an earlier sender left open,
 * and sends nothing after the label. The result is at most `sent`, once the printer has answered
 * after it: no answer to the greeting can still be pending then, and raw data with queries is
 * rejected. The next label starts like after an unknown sender: at rest, with a new counter
 * reading, and not on the same piece of paper.
 */
export const printRawLabel = async (
  context: DriverContext,
  memory: PrinterMemory,
): Promise<void> => {
  const { link, heard, until, isOver } = await openTrackedConnection(context, memory);
  try {
    if (isOver()) return;
    link.sendGreeting(memory.isTorn);
    const silenceMs = Math.max(LATE_ANSWER_MS, STOP_SILENCE_MS);
    await until(() => heard.answers > 0 && getMonotonicMs() - heard.at > silenceMs);
    const next =
      isOver() || !isNextLabelRaw(context) ? null : context.queue.peekNext(context.now());
    if (!next) return;
    const intent = context.createIntent(next.job, { base: null });
    const label = toOpenLabel(intent);
    context.queue.shift();
    await context.commit([intent]);
    const isCleared = await context.waitForClearance(label);
    if (!isCleared || isOver() || !context.canSend(label)) return await returnLabel(context, label);
    memory.isTorn = true;
    heard.answers = 0;
    link.query(false, next.prepared.bytes);
    context.queue.drawAhead();
    await until(() => heard.answers > 0);
    await context.commit([
      createResultLedgerChange(
        label,
        heard.answers > 0 ? ACCEPTED_RAW_RESULT : UNCERTAIN_RESULT,
        context.now(),
      ),
    ]);
  } finally {
    memory.restState = null;
    link.close();
    recordFloodAndPause({ context, memory, link });
  }
};
