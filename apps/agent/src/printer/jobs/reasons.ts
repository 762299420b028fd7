/**
 * Reasons why a job's label is not `printed`, for the member. Each states only what was observed.
 */

export const SUBMISSION_CUT_REASON = '发给打印队列的途中断了，可能打印了，也可能没有';
/** Reason when the answer to the complete label was lost, and no job of its name exists. */
export const JOB_NOT_FOUND_REASON =
  '发给打印队列后没有等到应答，队列里也查不到这个作业，不知道是否已打印';
/** Same as {@link JOB_NOT_FOUND_REASON} after a restart of the client. */
export const JOB_GONE_AFTER_RESTART_REASON =
  '打印客户端停过，作业已经不在打印队列里，不知道是否已打印';
/** Reason when the queue did not answer for a while, and then the job was gone. */
export const JOB_GONE_AFTER_SILENCE_REASON =
  '打印队列有一阵没有应答，之后作业就不在了，不知道是否已打印';
export const DUPLICATE_JOB_REASON = '打印队列里有两个同名的作业，不知道哪个是这一张';

/** The queue has finished the job; nothing is reported beyond the queue. */
export const QUEUE_COMPLETED_REASON = '系统打印队列只说交给了打印机，不说是否打印完成';
export const JOB_FORWARDED_REASON = '打印机说把作业转给了别的设备，不说是否打印完成';
export const JOB_GONE_REASON = '作业已经不在打印队列里：队列只说到这里，不说是否打印完成';
/**
 * Reason when a job disappeared before its end was seen: aborted, deleted and printed jobs look the
 * same then.
 */
export const JOB_GONE_UNSEEN_REASON =
  '作业不见了，没有看到它打印完：可能打印了，也可能被放弃或删除了';
export const JOB_GONE_WHILE_STOPPED_REASON =
  '作业停在打印队列里的时候不见了，可能被人删了，不知道是否已打印';
export const COMPLETED_TOO_EARLY_REASON = '打印机说打印完，比走纸还快：只能知道它收下了';
export const NEVER_COUNTS_REASON = '打印机说打印完，但张数是 0，从来不数：只能知道它收下了';
export const COUNTED_ZERO_REASON = '打印机说打印完，它数的张数却是 0，不知道是否已打印';
export const describeExtraSheets = (printed: number): string =>
  `打印机说这一张打印了 ${printed} 张，和发出的对不上`;
export const describeCompletedWithErrors = (reason: string): string =>
  `打印机说作业结束时有错误${reason ? `（${reason}）` : ''}，不知道打印得对不对`;

export const JOB_CANCELLED_REASON = '作业在打印队列里被取消了，没有开始打印';
export const STARTED_JOB_CANCELLED_REASON = '作业在打印队列里被取消了，可能打印了一部分';
/**
 * It is unknown whether the job had its document, and this client or an earlier process may have
 * cancelled it.
 */
export const JOB_MAYBE_CANCELLED_BY_US_REASON =
  '作业建好后断了，后来被取消，可能是打印客户端自己取消的；不知道标签发出去没有，请看看是否已打印';
export const describeAbortedJob = (reason: string): string =>
  `打印队列放弃了这个作业${reason ? `（${reason}）` : ''}，可能打印了一部分`;
export const describeRefusedJob = (reason: string): string =>
  `打印队列不肯打印这个作业${reason ? `（${reason}）` : ''}`;

/** The job was created but got no document: the connection was lost, or the client was killed. */
export const EMPTY_JOB_CANCELLED_REASON =
  '作业建好后断了，标签还没有发出去；空作业已经取消，重新排队';

export const describeRefusedLabel = (reason: string): string =>
  `打印队列没有收这张标签${reason ? `（${reason}）` : ''}，重新排队`;
