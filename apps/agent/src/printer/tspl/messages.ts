import { getNoAnswerHint } from '../status/messages.ts';

/** Messages about TSPL printers. Each states only what was observed. */

export const UNANSWERED_TEXT = '打印机未应答：可能关着机、正忙，或者不会回答状态';

/** Text for a printer that has never answered and is no longer queried. */
export const NEVER_ANSWERED_TEXT = `打印机从来没有回答过状态：可能关着机，也可能不是 TSPL 打印机。先不再问它，处理好后重新运行打印客户端。${getNoAnswerHint('名称')}`;
