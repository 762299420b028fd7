import { QueueFullError, createAdmissionQueue } from '../http/admission.ts';
import { createWorkBudget } from '../budget/work-budget.ts';
import { WORK_COSTS } from '../budget/work-costs.ts';
import { createVisitorQueueKeys } from './visitor-queues.ts';
import type { Rendered } from './page-cache.ts';
import { createPageRenderer, type RenderDeps } from './page-render.ts';
import type { Reply } from './page-reply.ts';
import type { PageRequest } from './page-request.ts';
import type { Standby } from './standby-pages.ts';

/** Maximum wait for the member's budget, ms. A page that would wait longer is rejected. */
const MAX_WAIT_MS = 5_000;

/**
 * Creates a function that renders one page when its turn comes, or a standby page. Skips visitors
 * that have disconnected.
 */
export const createQueuedPageRenderer = (deps: RenderDeps, standby: Standby) => {
  const {
    metrics,
    openVisit,
    admission = createAdmissionQueue(),
    budget = createWorkBudget(),
  } = deps;
  const render = createPageRenderer(deps, admission.pause);
  const visitorQueues = createVisitorQueueKeys();

  return async (request: PageRequest, isWanted?: () => boolean): Promise<Rendered<Reply>> => {
    const visit = openVisit(request);
    const memberId = visitorQueues.findMemberId(request);
    const renderAndChargePage = async (): Promise<Rendered<Reply>> => {
      const rendered = await render(request, visit);
      if (!request.token) return rendered;
      const signedIn = await visit.getSignedIn().catch(() => null);
      visitorQueues.recordSignIn(request.token, signedIn);
      // Charges the first page of a token. Before this render, the token could have been made up.
      if (memberId === undefined && signedIn) budget.charge(signedIn.member.id, WORK_COSTS.page);
      return rendered;
    };
    try {
      if (memberId !== undefined) {
        const isCharged = {
          memberId,
          units: WORK_COSTS.page,
          use: 'request',
          maxWaitMs: MAX_WAIT_MS,
        } as const;
        if (!(await budget.admit(isCharged))) throw new QueueFullError();
      }
      return await admission.run(visitorQueues.getQueueKey(request), renderAndChargePage, isWanted);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      metrics.busy++;
      return { value: standby.createBusyReply(error.retryAfterS) };
    }
  };
};
