/** Messages about printers that report their status. Each states only what was observed. */

/** Hint for a printer that has never answered. */
export const getNoAnswerHint = (printerName: string): string =>
  `如果它从来不回答状态：npm run agent -- printer set ${printerName} --close-after`;

/**
 * Explains a counter that was `from` before these labels and is `to` now. `lost`: the connection
 * ended in between.
 */
export const describeCounter = (
  counterFacts: { from: number; to: number; sent: number; stop: string | null; lost: boolean },
  exclusive: boolean,
): string => {
  const { from, to, sent, stop, lost } = counterFacts;
  const cause = stop ? `打印机停过（${stop}），` : lost ? '连接断过，' : '';
  if (to < from) return `${cause}计数器从 ${from} 变成了 ${to}：打印机重启过或清过计数`;
  if (to > from + sent) return `${cause}计数器走得比发的多：还有别的标签或走纸，分不清这一张`;
  if (to === from) return `${cause}打印机空闲了，计数器没有动：可能没有打印出来`;
  if (to < from + sent)
    return `${cause}发了 ${sent} 次，计数器只走了 ${to - from} 次，分不清是哪一次`;
  if (lost && !exclusive) return `${cause}计数器走了，但这台打印机不是独用的，可能是别人的标签`;
  return `${cause}计数器走了，但不知道这一张打印得完整不完整`;
};

export const NO_ECHO_REASON = '打印机空闲了，一直没有报这张打印完成：可能没有打印出来';
export const NO_COUNTER_ANSWER_REASON = '打印机空闲了，计数器没有回答';

/** Reasons why idle was no proof. The label ends as `sent`. */
export const IDLE_THEN_BUSY_REASON = '打印机说空闲之后又忙了起来：它的空闲不能当作打印完成的凭据';
export const IDLE_BEFORE_PAPER_REASON =
  '纸还来不及走完，打印机就说空闲：空闲不能当作打印完成的凭据';
export const WORK_NOT_OBSERVED_REASON = '打印机收下了，没有看到它忙过：空闲不能当作打印完成的凭据';
export const BUSY_AT_START_REASON = '发送时打印机正在忙别的：空闲不能当作打印完成的凭据';
export const NEVER_SHOWS_WORK_REASON =
  '打印机收下了，可它前面几张从来没有显示在忙：空闲不能当作打印完成的凭据';
export const REPORTS_FAULTS_ONLY_REASON =
  '打印机收下了；它的状态不说是否正在打印，也不会逐张回报打印完：只能确认送达';
export const ECHO_BEFORE_PAPER_REASON =
  '纸还来不及走完，打印机就报这张打印完成：不能当作打印完成的凭据';
export const ECHO_STATUS_GAP_REASON =
  '打印机报这张打印完成，可有一会儿没有回答状态，不知道中间停过没有：不能当作打印完成的凭据';
export const ECHO_WITHOUT_ANSWERS_REASON =
  '打印机报这张打印完成之前没有回答过别的，前几张都回答过：也可能没有打印，只是报晚了，不能当作打印完成的凭据';
export const IDLE_STATUS_GAP_REASON =
  '打印机有一会儿没有回答，不知道中间停过没有：空闲不能当作打印完成的凭据';
