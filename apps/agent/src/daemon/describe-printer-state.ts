import type { DaemonStatus } from './status-file.ts';

/** Describes a printer's state as the running daemon reports it; null when it does not. */
export const describePrinterState = (now: DaemonStatus | null, localId: string): string | null => {
  const view = now?.printers.find((printer) => printer.localId === localId);
  if (!view) return null;
  const words = view.stateText || (view.state === 'idle' ? '就绪' : '正在打印');
  return `${words}，等待 ${view.waiting} 张`;
};
