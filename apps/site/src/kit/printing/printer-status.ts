import { CLIENT_PAUSED_LABEL, type Evidence, type PrinterState } from '@yunbiao/contract/evidence';
import { describeReasons } from '@yunbiao/contract/gateway/printer-reasons';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import type { ConnectionState } from '../live/print-feed.ts';

export type ShownStatus = { kind: StatusKind; text: string };

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Local time `14:02`; '' when nothing was received. */
const formatLastUpdateTime = ({ lastAt }: ConnectionState): string => {
  if (lastAt === null) return '';
  const at = new Date(lastAt);
  return `${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`;
};

/** Message that the connection is interrupted, with the last update time; '' while connected. */
export const describeLostConnection = (news: ConnectionState): string =>
  news.lost
    ? `连接中断${news.lastAt === null ? '' : `，最后的消息 ${formatLastUpdateTime(news)}`}`
    : '';

/** Status of a printer or client while the connection is interrupted; null while connected. */
export const getStatusWhileDisconnected = (news: ConnectionState): ShownStatus | null =>
  news.lost ? { kind: 'off', text: `未知，${describeLostConnection(news)}` } : null;

type ConnectionContext = { online: boolean; news: ConnectionState };

/** Appends the reasons of a printer that continues to print: `空闲，纸快用完了`. */
const appendPrinterReasons = (text: string, reasons: readonly string[] = []): string =>
  [text, describeReasons(reasons)].filter((part) => part !== '').join('，');

/**
 * Status icon and text of a printer, the same on all pages. A printer is offline when its client is
 * offline, and unknown while the live connection is interrupted.
 */
export const getPrinterStatus = (
  printer: { state: PrinterState; stateText: string; stateReasons?: readonly string[] },
  { online, news }: ConnectionContext,
): ShownStatus => {
  const unknown = getStatusWhileDisconnected(news);
  if (unknown) return unknown;
  if (printer.state === 'removed')
    return { kind: 'failed', text: printer.stateText || '打印机已移除' };
  if (!online) return { kind: 'off', text: '离线' };
  switch (printer.state) {
    case 'idle':
      return { kind: 'ok', text: appendPrinterReasons('空闲', printer.stateReasons) };
    case 'processing':
      return { kind: 'running', text: appendPrinterReasons('正在打印', printer.stateReasons) };
    case 'stopped':
      return {
        kind: 'uncertain',
        text: printer.stateText || describeReasons(printer.stateReasons ?? []) || '已停止',
      };
    case 'offline':
      return { kind: 'off', text: printer.stateText || '离线' };
  }
};

/**
 * True when the printer continues automatically after its client reconnects: the client is offline
 * and not paused.
 */
export const canResumeWhenBack = ({
  state,
  stateText,
}: {
  state: PrinterState;
  stateText: string;
}): boolean => state === 'offline' && stateText !== CLIENT_PAUSED_LABEL;

type Held = { name: string; printerState: PrinterState; printerStateText: string };

/**
 * Explains why a configuration whose printer was removed cannot print; '' when the printer exists.
 */
export const explainRemovedPrinter = ({ name, printerState, printerStateText }: Held): string =>
  printerState === 'removed'
    ? `配置“${name}”打印不了：${printerStateText || '打印机已移除'}。换一个配置，或者到打印机配置里给它换一台打印机`
    : '';

const PROOFS: readonly (readonly [Evidence, string])[] = [
  ['ipp-completed', 'IPP 完成'],
  ['counter-moved', '计数器'],
  ['printer-echo', '逐张回报'],
  ['printer-idle', '空闲应答'],
];

/** Describes the evidence a printer can give about a label, strongest first. */
export const describeEvidenceOfPrinter = (evidence: readonly Evidence[]): string => {
  const proofs = PROOFS.filter(([name]) => evidence.includes(name)).map(([, word]) => word);
  return proofs.length > 0 ? proofs.join('、') : '只能知道已送达';
};
