import { busy, getNetwork } from '@yunbiao/services';
import { type Admission, Busy } from '../admission.ts';
import type { Caller, FileReply } from './handler.ts';

type Who = { memberId: number | undefined; address: string | null };

/** Whose turn it is: a member's wherever he is, anybody else's by address. */
export const whoIs = ({ memberId, address }: Who): string =>
  memberId === undefined ? getNetwork(address ?? '') : `member ${memberId}`;

const getLine = ({ signedIn, address }: Caller): string =>
  whoIs({ address, memberId: signedIn?.member.id });

/** Does heavy work when its turn has come, in the same lines as pages. @throws 503 when too much waits already */
export const admitted = async <T>(
  admission: Admission,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await admission.run(getLine(caller), work, () => !caller.signal.aborted);
  } catch (error) {
    throw error instanceof Busy ? busy(error.retryAfterS) : error;
  }
};

/** A file is made while it is taken: each piece waits for its turn, and none keeps a place while nobody takes it. */
export const pieceByPiece = (admission: Admission, caller: Caller, file: FileReply): FileReply => {
  const reader = file.stream.getReader();
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await admission.goOn(getLine(caller), () => reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { ...file, stream };
};
