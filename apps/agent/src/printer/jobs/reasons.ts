/** Why a label that was a job is not `printed`, for the member: each sentence says only what was seen. */

export const CUT = '发给打印队列的途中断了，可能印了，也可能没有';
/** The answer to the whole label was lost, and no job of its name is there. */
export const NOT_THERE = '发给打印队列后没有等到应答，队列里也查不到这个作业，不知道印没印';
/** The same after a restart of the client. */
export const LEFT_WHILE_AWAY = '打印客户端停过，作业已经不在打印队列里，不知道印没印';
/** Whoever had it did not answer for a while, and then had it no more. */
export const GONE_IN_SILENCE = '打印队列有一阵没有应答，之后作业就不在了，不知道印没印';
export const TWICE_THERE = '打印队列里有两个同名的作业，不知道哪个是这一张';

/** The queue is through with it, and nobody beyond the queue says anything. */
export const HANDED_ON = '系统打印队列只说交给了打印机，不说印完没有';
export const QUEUED_ELSEWHERE = '打印机说把作业转给了别的设备，不说印完没有';
export const GONE = '作业已经不在打印队列里：队列只说到这里，不说印完没有';
/** Aborted, deleted and printed jobs cannot be told apart then. */
export const GONE_UNSEEN = '作业不见了，没有看到它印完：可能印了，也可能被放弃或删掉了';
export const GONE_WHILE_STOPPED = '作业停在打印队列里的时候不见了，可能被人删了，不知道印没印';
export const EARLY = '打印机说印完，比走纸还快：只能知道它收下了';
export const UNCOUNTED = '打印机说印完，但张数是 0，从来不数：只能知道它收下了';
export const COUNTED_NONE = '打印机说印完，它数的张数却是 0，不知道印没印';
export const countedMore = (printed: number): string =>
  `打印机说这一张印了 ${printed} 张，和发出的对不上`;
export const withErrors = (words: string): string =>
  `打印机说作业结束时有错误${words ? `（${words}）` : ''}，不知道印得对不对`;

export const CANCELLED = '作业在打印队列里被取消了，没有开始印';
export const CANCELLED_BEGUN = '作业在打印队列里被取消了，可能印了一部分';
/** It was not known that the job had its label, and the client, or the one before it, may have cancelled it. */
export const CANCELLED_BY_US =
  '作业建好后断了，后来被取消，可能是打印客户端自己取消的；不知道标签发出去没有，请看看印没印';
export const aborted = (words: string): string =>
  `打印队列放弃了这个作业${words ? `（${words}）` : ''}，可能印了一部分`;
export const abortedUnbegun = (words: string): string =>
  `打印队列不肯印这个作业${words ? `（${words}）` : ''}`;

/** A job was made, and never given its label: the connection was lost in between, or the client was killed. */
export const TAKEN_BACK = '作业建好后断了，标签还没有发出去；空作业已经取消，重新排队';

export const refused = (why: string): string =>
  `打印队列没有收这张标签${why ? `（${why}）` : ''}，重新排队`;
