import { UnreachableError } from '../errors.ts';
import { isStopped } from '../printer/hs.ts';
import { askOnce } from '../printer/probe.ts';
import type { Poll } from '../printer/probe.ts';
import { UNANSWERED, viewOfStatus } from '../printer/state.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

export const describe = (poll: Poll): string => {
  const { stateText } = viewOfStatus(poll.status, poll.counter, false);
  const counter = poll.counter === null ? '没有计数器' : `计数器 ${poll.counter}`;
  return `${isStopped(poll.status) ? stateText : '就绪'}，${counter}`;
};

/** Says how a printer answers. True: it counts its labels; undefined: nobody knows yet. */
export const look = async (printer: PrinterSettings, say: Say): Promise<boolean | undefined> => {
  if (printer.closeAfter) {
    say('这台打印机不回答状态：标签只能确认收下，不能确认印出来');
    return false;
  }
  try {
    const poll = await askOnce(printer);
    if (poll) {
      say(`打印机回答了：${describe(poll)}`);
      return poll.counter !== null;
    }
    say(
      `${UNANSWERED}。如果它从来不回答状态：npm run agent -- printer set ${printer.name} --close-after`,
    );
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    say(`现在${error.message}。开机或接好网线后会自动连上`);
  }
  return undefined;
};
