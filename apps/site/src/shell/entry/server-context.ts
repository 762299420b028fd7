import { createClient } from '@yunbiao/contract/client';
import type { RenderInput } from '@yunbiao/contract/site';
import type { SiteContext } from '../../kit/site/context.ts';
import { serverSession } from './server-session.ts';
import { noteReply } from './reply-data.ts';
import { createStores } from '../../kit/site/stores.ts';

export type Visit = Pick<
  RenderInput,
  'token' | 'host' | 'named' | 'ownAlias' | 'origin' | 'apiBase' | 'statsUrl' | 'api'
> & {
  buildId: string;
};

/** Everything one visit needs, its own: nothing is shared between requests. */
export const createServerContext = (input: Visit, onFailure: () => void): SiteContext => {
  const stores = createStores();
  stores.session.set((now) => ({ ...now, token: input.token }));
  return {
    stores,
    session: serverSession(stores),
    origin: input.origin,
    ownAlias: input.ownAlias,
    named: input.named,
    buildId: input.buildId,
    apiBase: input.apiBase,
    statsUrl: input.statsUrl,
    rules: () => ({}),
    remembered: () => undefined,
    api: (domain) =>
      createClient({
        baseUrl: '',
        host: () => input.host,
        domain: () => domain,
        token: () => input.token,
        answer: async (...call) => noteReply(await input.api(...call)),
        onReply: (_name, reply) => {
          if (reply.code === 500 || reply.code === 503 || reply.code === 429) onFailure();
        },
      }),
  };
};

/** The session of a signed-in visitor is settled before the first guard runs. */
export const settleSession = async (context: SiteContext): Promise<void> => {
  if (!context.stores.session.get().token) return;
  const reply = await context.api('').call('getInfo', {});
  context.stores.session.set((now) =>
    reply.state === 'ok' ? { ...now, isLogin: true, userInfo: reply.data } : { ...now, token: '' },
  );
};
