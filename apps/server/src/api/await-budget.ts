import type { Call } from '@yunbiao/contract';
import { tooMany } from '@yunbiao/services';
import type { WorkBudget } from '../work-budget.ts';
import { WORK } from '../work-costs.ts';

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
