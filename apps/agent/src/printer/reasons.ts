/**
 * Reasons why a label is not `printed`, for all printer languages. Each states only what was
 * observed.
 */

/** Reason of a label whose connection ended while it was being sent. */
export const CONNECTION_LOST_REASON = '发送途中连接断了，可能打印了，也可能没有';
const CONNECTION_LOST_AFTER_REASON = '打印机收下后连接断了，没有等到打印完成';

/** Describes that the connection ended during a label. `stop`: reason of an earlier stop. */
export const describeConnectionLoss = (consumed: boolean, stop: string | null): string =>
  stop
    ? `打印机停过（${stop}），后来连接断了，不知道是否打印完成`
    : consumed
      ? CONNECTION_LOST_AFTER_REASON
      : CONNECTION_LOST_REASON;

export const describeStop = (stop: string): string =>
  `打印完成前打印机停过（${stop}），这一张可能只打印了一半`;

/** Reason of a label that was started before the printer's address changed. */
export const ADDRESS_CHANGED_REASON =
  '打印机换过地址，这一张是在原来的地址开始的，不知道是否已打印';

/** Reason when the printer closed the connection and reports nothing else. */
export const ACCEPTED_ONLY_REASON = '打印机只确认收下，不回报打印结果';

/** Reason of raw data, whose output is unknown. */
export const RAW_ACCEPTED_REASON = '原样打印的内容，打印机收下了；打印出来什么样要看一眼';

export const CANCELLED_REASON = '你取消了';

export const NEVER_SENT_REASON = '连接在发送之前断了，一个字节也没有发出，重新排队';

/** Text for a printer that sends unrequested data and is disconnected for a while. */
export const FLOOD_TEXT =
  '打印机不停地发来没有问过的数据，连接先断开了，稍后重试：看看它的自动状态回报是不是开着';
