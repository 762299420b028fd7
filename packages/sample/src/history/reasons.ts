/** Messages of the print client for uncertain labels, verbatim (`apps/agent/src/printer/`). */
export const ACCEPTED_ONLY_REASON = '打印机只确认收下，不回报打印结果';
export const CONNECTION_LOST_AFTER_REASON = '打印机收下后连接断了，没有等到打印完成';
export const PAPER_OUT_REASON = '打印机停过（缺纸），计数器走了，但不知道这一张打印得完整不完整';
export const CANCELLED_REASON = '你取消了';
