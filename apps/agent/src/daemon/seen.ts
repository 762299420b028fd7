import type { DaemonStatus } from './status-file.ts';

/** How the running daemon sees a printer, in words; null when it has not said. */
export const seenByDaemon = (now: DaemonStatus | null, localId: string): string | null => {
  const view = now?.printers.find((one) => one.localId === localId);
  if (!view) return null;
  const words = view.stateText || (view.state === 'idle' ? '就绪' : '正在打印');
  return `${words}，等待 ${view.waiting} 张`;
};
