import { UnreachableError } from '../errors.ts';
import { isStopped } from '../printer/hs.ts';
import { createLink, openSocket } from '../printer/link.ts';
import type { Poll } from '../printer/link.ts';
import { UNANSWERED, viewOfStatus } from '../printer/state.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

const ASK_MS = 3000;

/** Asks a printer for its status once. Null: connected and no answer. Throws UnreachableError. */
export const askOnce = async (address: { host: string; port: number }): Promise<Poll | null> => {
  const link = createLink(await openSocket(address, false));
  const timer = setTimeout(() => link.close(), ASK_MS);
  const slow = setTimeout(() => link.nudge(), ASK_MS / 2);
  const gaveUp = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), ASK_MS + 100).unref(),
  );
  const poll = await Promise.race([link.begin(), gaveUp]);
  clearTimeout(timer);
  clearTimeout(slow);
  link.close();
  return poll;
};

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
