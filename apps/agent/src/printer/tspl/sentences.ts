import { ifNeverAnswers } from '../status/sentences.ts';

/** Sentences for people about TSPL printers: each says only what was seen. */

export const UNANSWERED = '打印机未应答：可能关着机、正忙，或者不会回答状态';

/** It has never answered and is not asked any more. */
export const GIVEN_UP = `打印机从来没有回答过状态：可能关着机，也可能不是 TSPL 打印机。先不再问它，处理好后重新运行打印客户端。${ifNeverAnswers('名称')}`;
