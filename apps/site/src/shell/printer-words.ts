import type { Evidence, PrinterState } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui/status.tsx';

export type Shown = { kind: StatusKind; text: string };

/** A printer's state as shape and word; one whose client is away is away too. */
export const printerStatus = (
  printer: { state: PrinterState; stateText: string },
  online: boolean,
): Shown => {
  if (!online) return { kind: 'off', text: '离线' };
  switch (printer.state) {
    case 'idle':
      return { kind: 'ok', text: '空闲' };
    case 'processing':
      return { kind: 'running', text: '正在打印' };
    case 'stopped':
      return { kind: 'uncertain', text: printer.stateText || '已停止' };
    case 'offline':
      return { kind: 'off', text: printer.stateText || '离线' };
  }
};

const PROOFS: readonly (readonly [Evidence, string])[] = [
  ['ipp-completed', 'IPP 完成'],
  ['counter-moved', '计数器'],
  ['printer-idle', '空闲应答'],
];

/** What a printer can prove about a label, strongest first. */
export const evidenceWords = (evidence: readonly Evidence[]): string => {
  const proofs = PROOFS.filter(([name]) => evidence.includes(name)).map(([, word]) => word);
  return proofs.length > 0 ? proofs.join('、') : '只能知道已送达';
};
