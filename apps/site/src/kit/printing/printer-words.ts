import { CLIENT_PAUSED_WORDS, type Evidence, type PrinterState } from '@yunbiao/contract/evidence';
import { reasonsText } from '@yunbiao/contract/printer-reasons';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import type { News } from '../live/print-feed.ts';

export type Shown = { kind: StatusKind; text: string };

const pad = (value: number): string => String(value).padStart(2, '0');

/** `14:02`, in the viewer's zone; '' when nothing was heard yet. */
const getClock = ({ lastAt }: News): string => {
  if (lastAt === null) return '';
  const at = new Date(lastAt);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`;
};

/** That the connection to the site is gone, and since when nothing was heard; '' while it stands. */
export const lostText = (news: News): string =>
  news.lost ? `连接中断${news.lastAt === null ? '' : `，最后的消息 ${getClock(news)}`}` : '';

/** What is known of a printer or a client whose news do not come through. */
export const unknownStatus = (news: News): Shown | null =>
  news.lost ? { kind: 'off', text: `未知，${lostText(news)}` } : null;

type Known = { online: boolean; news: News };

/** What a printer that goes on says besides: `空闲，纸快用完了`. */
const withReasons = (words: string, reasons: readonly string[] = []): string =>
  [words, reasonsText(reasons)].filter((part) => part !== '').join('，');

/**
 * A printer's state as shape and word: the same on every page. One whose client is away is away too, and without news
 * nothing is known.
 */
export const printerStatus = (
  printer: { state: PrinterState; stateText: string; stateReasons?: readonly string[] },
  { online, news }: Known,
): Shown => {
  const unknown = unknownStatus(news);
  if (unknown) return unknown;
  if (printer.state === 'removed')
    return { kind: 'failed', text: printer.stateText || '打印机已移除' };
  if (!online) return { kind: 'off', text: '离线' };
  switch (printer.state) {
    case 'idle':
      return { kind: 'ok', text: withReasons('空闲', printer.stateReasons) };
    case 'processing':
      return { kind: 'running', text: withReasons('正在打印', printer.stateReasons) };
    case 'stopped':
      return {
        kind: 'uncertain',
        text: printer.stateText || reasonsText(printer.stateReasons ?? []) || '已停止',
      };
    case 'offline':
      return { kind: 'off', text: printer.stateText || '离线' };
  }
};

/** It prints by itself when its client is back: the client is away and not paused. */
export const printsWhenBack = ({
  state,
  stateText,
}: {
  state: PrinterState;
  stateText: string;
}): boolean => state === 'offline' && stateText !== CLIENT_PAUSED_WORDS;

type Held = { name: string; printerState: PrinterState; printerStateText: string };

/** Why nothing can be printed with a configuration whose printer was taken away; '' when it has one. */
export const removedText = ({ name, printerState, printerStateText }: Held): string =>
  printerState === 'removed'
    ? `配置“${name}”印不了：${printerStateText || '打印机已移除'}。换一个配置，或者到打印机配置里给它换一台打印机`
    : '';

const PROOFS: readonly (readonly [Evidence, string])[] = [
  ['ipp-completed', 'IPP 完成'],
  ['counter-moved', '计数器'],
  ['printer-echo', '逐张回报'],
  ['printer-idle', '空闲应答'],
];

/** What a printer can prove about a label, strongest first. */
export const evidenceWords = (evidence: readonly Evidence[]): string => {
  const proofs = PROOFS.filter(([name]) => evidence.includes(name)).map(([, word]) => word);
  return proofs.length > 0 ? proofs.join('、') : '只能知道已送达';
};
