import { createBusyError, getRateLimitNetwork } from '@yunbiao/services';
import { type Admission, QueueFullError } from '../http/admission.ts';
import type { Caller, FileReply } from './handler.ts';

type QueueCaller = { memberId: number | undefined; address: string | null };

/** Queue key: the member ID from any address, otherwise the network address. */
export const formatCallerQueueKey = ({ memberId, address }: QueueCaller): string =>
  memberId === undefined ? getRateLimitNetwork(address ?? '') : `member ${memberId}`;

const getCallerQueueKey = ({ signedIn, address }: Caller): string =>
  formatCallerQueueKey({ address, memberId: signedIn?.member.id });

/**
 * Runs a heavy call in the same queue as page renders.
 * @throws 503 if the queue is full
 */
export const runHeavyCall = async <T>(
  admission: Admission,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await admission.run(getCallerQueueKey(caller), work, () => !caller.signal.aborted);
  } catch (error) {
    throw error instanceof QueueFullError ? createBusyError(error.retryAfterS) : error;
  }
};

/**
 * Generates a file while it is downloaded. Each chunk waits its turn, and a client that does not
 * read occupies no slot.
 */
export const queueFileChunks = (
  admission: Admission,
  caller: Caller,
  file: FileReply,
): FileReply => {
  const reader = file.stream.getReader();
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await admission.runAdmitted(getCallerQueueKey(caller), () =>
        reader.read(),
      );
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { ...file, stream };
};
