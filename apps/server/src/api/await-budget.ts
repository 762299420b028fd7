import type { Call } from '@yunbiao/contract';
import { createTooManyRequestsError } from '@yunbiao/services';
import type { WorkBudget } from '../budget/work-budget.ts';
import { computeByteCost, WORK_COSTS } from '../budget/work-costs.ts';
import type { FileReply } from './handler.ts';

/** Maximum wait for the budget, ms. A call that would wait longer is rejected. */
const MAX_WAIT_MS = 5_000;

const computeCallCost = ({ isHeavy, reply }: Call): number =>
  isHeavy ? WORK_COSTS.heavyCall : reply === 'stream' ? WORK_COSTS.stream : WORK_COSTS.call;

/**
 * Waits until the member's budget allows the call.
 * @throws 429 if the wait would be too long
 */
export const awaitBudget = async (
  budget: WorkBudget,
  { call, memberId, signal }: { call: Call; memberId: number; signal: AbortSignal },
): Promise<void> => {
  const units = computeCallCost(call);
  if (await budget.admit({ memberId, units, use: 'request', signal, maxWaitMs: MAX_WAIT_MS }))
    return;
  const waitS = Math.max(1, Math.ceil(budget.waitMs(memberId, 'request') / 1_000));
  throw createTooManyRequestsError(`你的账号这会儿用得太多，请 ${waitS} 秒后重试`, waitS);
};

/**
 * Charges a file while it is generated. Each chunk waits until the budget has covered the previous
 * one and takes turns with the member's other calls.
 */
export const chargeByChunk = (
  budget: WorkBudget,
  { memberId, signal }: { memberId: number; signal: AbortSignal },
  file: FileReply,
): FileReply => {
  const reader = file.stream.getReader();
  let unpaidUnits = 0;
  const chargeUnpaidUnits = (): void => {
    budget.charge(memberId, unpaidUnits + (file.consumeUnits?.() ?? 0));
    unpaidUnits = 0;
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      const admitOptions = { memberId, units: unpaidUnits, use: 'request', signal } as const;
      // False only if the client has disconnected.
      const isAdmitted = unpaidUnits === 0 || (await budget.admit(admitOptions));
      if (isAdmitted) unpaidUnits = 0;
      else await reader.cancel();
      const { done, value } = await reader.read();
      if (done) {
        chargeUnpaidUnits();
        return controller.close();
      }
      unpaidUnits = file.consumeUnits?.() ?? computeByteCost(value.byteLength);
      controller.enqueue(value);
    },
    cancel: (reason) => {
      chargeUnpaidUnits();
      return reader.cancel(reason);
    },
  };
  return { ...file, stream: new ReadableStream(source, { highWaterMark: 0 }) };
};
