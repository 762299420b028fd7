import type { HostReport, RollState } from '@yunbiao/contract/gateway/virtual-host';
import {
  giveUpOpeningHome,
  type Home,
  sendOpenHomeCommand,
  TIMEOUT_MS,
  type VirtualState,
} from './virtual-state.ts';
import { createDeferred } from './waiter.ts';

/** Delay before a home that a previous process still holds is opened again, ms. */
const RETRY_MS = 500;

const retryOpenHome = (state: VirtualState, clientId: number, home: Home): void => {
  if (state.homes.get(clientId) === home && !state.isStopping) sendOpenHomeCommand(state, clientId);
};

const updateHomeRollState = (
  { ctx, homes }: VirtualState,
  clientId: number,
  roll: RollState,
): void => {
  const home = homes.get(clientId);
  if (!home) return;
  if (roll.newest !== home.state?.newest || roll.printing) home.usedAt = ctx.now();
  home.state = roll;
  home.opened.resolve();
  ctx.bus.emit('print', {
    memberId: home.memberId,
    event: { type: 'roll', clientId: String(clientId), state: roll },
  });
};

const handleHomeClosed = (state: VirtualState, clientId: number, reason: string): void => {
  state.closing.get(clientId)?.resolve();
  const home = state.homes.get(clientId);
  if (!home || reason === '') return;
  state.ctx.log.warn('a virtual printer closed', { clientId, why: reason });
  // A previous host may still hold the home. Waiting callers keep waiting until the timeout.
  const canRetry = home.state === null && performance.now() - home.since < TIMEOUT_MS;
  if (canRetry && !state.isStopping)
    setTimeout(() => retryOpenHome(state, clientId, home), RETRY_MS);
  else giveUpOpeningHome(state, clientId, home);
};

export const handleHostReport = (state: VirtualState, report: HostReport): void => {
  state.lastReportAt = performance.now();
  if (report.type === 'state') return updateHomeRollState(state, report.clientId, report.state);
  if (report.type === 'closed') return handleHomeClosed(state, report.clientId, report.why);
  state.pendingRolls.get(report.request)?.resolve(report.part);
};

/** The host process died: callers that wait for an open home wait for the next process. */
export const handleHostDown = ({ homes, pendingRolls, closing }: VirtualState): void => {
  for (const home of homes.values()) {
    if (home.state) home.opened = createDeferred();
    home.state = null;
    home.since = performance.now();
  }
  for (const pendingRoll of pendingRolls.values()) pendingRoll.resolve(null);
  for (const closingWaiter of closing.values()) closingWaiter.resolve();
};

export const reopenHomesWhenHostIsUp = (state: VirtualState): void => {
  for (const clientId of state.homes.keys()) sendOpenHomeCommand(state, clientId);
};
