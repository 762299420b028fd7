import { Busy, createAdmission } from '../admission.ts';
import { createLines } from './lines.ts';
import type { Rendered } from './page-cache.ts';
import { createRenderer, type RenderDeps } from './page-render.ts';
import type { Reply } from './page-reply.ts';
import type { PageRequest } from './page-request.ts';
import type { Standby } from './standby.ts';

/** Makes one page when its turn has come, or what is sent in its place; not for who has gone meanwhile. */
export const createPageMaker = (deps: RenderDeps, standby: Standby) => {
  const { metrics, openVisit, admission = createAdmission() } = deps;
  const render = createRenderer(deps, admission.pause);
  const lines = createLines();

  return async (request: PageRequest, isWanted?: () => boolean): Promise<Rendered<Reply>> => {
    const visit = openVisit(request);
    const work = async (): Promise<Rendered<Reply>> => {
      const rendered = await render(request, visit);
      if (request.token) lines.learn(request.token, await visit.signedIn().catch(() => null));
      return rendered;
    };
    try {
      return await admission.run(lines.of(request), work, isWanted);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      metrics.busy++;
      return { value: standby.busy(error.retryAfterS) };
    }
  };
};
