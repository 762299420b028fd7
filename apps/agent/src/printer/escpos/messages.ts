import { getNoAnswerHint } from '../status/messages.ts';

/** Messages about ESC/POS printers. Each states only what was observed. */

/** Many printers accept no network data while offline, so they do not answer either. */
export const UNANSWERED_TEXT = '打印机未应答：可能缺纸、开盖或关着机，也可能不会回答状态';

/** Text for a printer that has never answered and is no longer queried. */
export const NEVER_ANSWERED_TEXT = `打印机从来没有回答过状态：可能缺纸、开盖或关着机，也可能不是 ESC/POS 打印机。先不再问它，处理好后重新运行打印客户端。${getNoAnswerHint('名称')}`;
