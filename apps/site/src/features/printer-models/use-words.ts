import type { PrinterUse } from '@yunbiao/contract/calls/community/printer-models';
import type { StatusKind } from '@yunbiao/ui/status.tsx';

/** Whether a model can be used, on screen. */
export const USE_WORDS: Readonly<Record<PrinterUse, { kind: StatusKind; text: string }>> = {
  language: { kind: 'ok', text: '语言对得上' },
  queue: { kind: 'sent', text: '经 Linux 打印队列' },
  unknown: { kind: 'uncertain', text: '来源没写语言' },
  no: { kind: 'off', text: '还不能直接用' },
};

export const HEAT_WORDS = { direct: '热敏', transfer: '热转印' } as const;

/** How many members reported a model; '' for none. */
export const describeReports = (reports: number): string =>
  reports > 0 ? `${reports} 位会员试过能用` : '';
