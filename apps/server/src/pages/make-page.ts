import { Busy, createAdmission } from '../admission.ts';
import { createWorkBudget } from '../work-budget.ts';
import { WORK } from '../work-costs.ts';
import { createLines } from './lines.ts';
import type { Rendered } from './page-cache.ts';
import { createRenderer, type RenderDeps } from './page-render.ts';
import type { Reply } from './page-reply.ts';
import type { PageRequest } from './page-request.ts';
import type { Standby } from './standby.ts';

/** A page of a member who is further over the budget is refused, ms. */
const MAX_WAIT_MS = 5_000;

/** Makes one page when its turn has come, or what is sent in its place; not for who has gone meanwhile. */
export const createPageMaker = (deps: RenderDeps, standby: Standby) => {
  const { metrics, openVisit, admission = createAdmission(), budget = createWorkBudget() } = deps;
  const render = createRenderer(deps, admission.pause);
  const lines = createLines();

  return async (request: PageRequest, isWanted?: () => boolean): Promise<Rendered<Reply>> => {
    const visit = openVisit(request);
    const memberId = lines.getMember(request);
    const work = async (): Promise<Rendered<Reply>> => {
      const rendered = await render(request, visit);
      if (!request.token) return rendered;
      const signedIn = await visit.signedIn().catch(() => null);
      lines.learn(request.token, signedIn);
      // The first page of a token: until then it could have been made up.
      if (memberId === undefined && signedIn) budget.charge(signedIn.member.id, WORK.page);
      return rendered;
    };
    try {
      if (memberId !== undefined) {
        const paid = {
          memberId,
          units: WORK.page,
          use: 'request',
          maxWaitMs: MAX_WAIT_MS,
        } as const;
        if (!(await budget.admit(paid))) throw new Busy();
      }
      return await admission.run(lines.of(request), work, isWanted);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      metrics.busy++;
      return { value: standby.busy(error.retryAfterS) };
    }
  };
};
