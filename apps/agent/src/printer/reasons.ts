/** Why a label is not `printed`, for the member, in any printer language: each sentence says only what was seen. */

/** The connection ended while the label was being sent. */
export const CUT = '发送途中连接断了，可能印了，也可能没有';
const CUT_AFTER = '打印机收下后连接断了，没有等到印完';

/** The connection ended. `stop`: what had stopped the printer before that. */
export const lostReason = (consumed: boolean, stop: string | null): string =>
  stop ? `打印机停过（${stop}），后来连接断了，不知道印完没有` : consumed ? CUT_AFTER : CUT;

export const stoppedReason = (stop: string): string =>
  `没印完时打印机停过（${stop}），这一张可能只印了一半`;

/** It was started before the printer's address was changed. */
export const OTHER_PLACE = '打印机换过地址，这一张是在原来的地址开始的，不知道印没印';

/** The printer closed the connection and reports nothing else. */
export const CLOSED_ONLY = '打印机只确认收下，不回报打印结果';

/** It was printed as it came: what it says is not known here. */
export const RAW_TAKEN = '原样打印的内容，打印机收下了；印出来什么样要看一眼';

export const CANCELLED = '你取消了';

export const NEVER_SENT = '连接在发送之前断了，一个字节也没有发出，重新排队';

/** It sends more than was asked of it, and is not listened to for a while. */
export const FLOOD =
  '打印机不停地发来没有问过的数据，连接先断开了，过一会儿再试：看看它的自动状态回报是不是开着';
