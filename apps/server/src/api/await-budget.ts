import type { Call } from '@yunbiao/contract';
import { tooMany } from '@yunbiao/services';
import type { WorkBudget } from '../work-budget.ts';
import { costOfBytes, WORK } from '../work-costs.ts';
import type { FileReply } from './handler.ts';

/** A call of a member who is further over the budget is refused, ms. */
const MAX_WAIT_MS = 5_000;

const costOfCall = ({ isHeavy, reply }: Call): number =>
  isHeavy ? WORK.heavyCall : reply === 'stream' ? WORK.stream : WORK.call;

/** Waits until the member's budget allows the call. @throws 429 when that takes too long */
export const awaitBudget = async (
  budget: WorkBudget,
  { call, memberId, signal }: { call: Call; memberId: number; signal: AbortSignal },
): Promise<void> => {
  const units = costOfCall(call);
  if (await budget.admit({ memberId, units, use: 'request', signal, maxWaitMs: MAX_WAIT_MS }))
    return;
  const waitS = Math.max(1, Math.ceil(budget.waitMs(memberId, 'request') / 1_000));
  throw tooMany(`你的账号这会儿用得太多，请 ${waitS} 秒后再试`, waitS);
};

/**
 * A file is paid for as it is made: each piece waits until the member's budget allows the one before, and takes turns with
 * the member's other calls.
 */
export const payByPiece = (
  budget: WorkBudget,
  { memberId, signal }: { memberId: number; signal: AbortSignal },
  file: FileReply,
): FileReply => {
  const reader = file.stream.getReader();
  let owed = 0;
  const settle = (): void => {
    budget.charge(memberId, owed + (file.takeUnits?.() ?? 0));
    owed = 0;
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      const paid = { memberId, units: owed, use: 'request', signal } as const;
      // Refused only to a peer that is gone.
      const isAdmitted = owed === 0 || (await budget.admit(paid));
      if (isAdmitted) owed = 0;
      else await reader.cancel();
      const { done, value } = await reader.read();
      if (done) {
        settle();
        return controller.close();
      }
      owed = file.takeUnits?.() ?? costOfBytes(value.byteLength);
      controller.enqueue(value);
    },
    cancel: (reason) => {
      settle();
      return reader.cancel(reason);
    },
  };
  return { ...file, stream: new ReadableStream(source, { highWaterMark: 0 }) };
};
