import { getNoAnswerHint } from '../status/messages.ts';

/** Messages about ZPL printers. Each states only what was observed. */

/** A printer does not answer with media or ribbon out or the head open (ZPL II guide, "~HS"). */
export const UNANSWERED_TEXT = '打印机未应答：缺纸、缺碳带或开盖';

/** Text for a printer that has never answered and is no longer queried. */
export const NEVER_ANSWERED_TEXT = `打印机从来没有回答过状态：缺纸、缺碳带、开盖，或者不是 ZPL 打印机。先不再问它，处理好后重新运行打印客户端。${getNoAnswerHint('名称')}`;
