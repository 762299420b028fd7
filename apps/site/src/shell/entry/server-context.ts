import { createApiClient } from '@yunbiao/contract/api/client';
import type { RenderInput } from '@yunbiao/contract/api/site';
import type { SiteContext } from '../../kit/site/context.ts';
import { createServerSession } from './server-session.ts';
import { recordReplyData } from './reply-data.ts';
import { createVisitorStores } from '../../kit/site/stores.ts';

export type Visit = Pick<
  RenderInput,
  'token' | 'host' | 'named' | 'ownAlias' | 'origin' | 'apiBase' | 'statsUrl' | 'callApi'
> & {
  buildId: string;
};

/** Creates the context of one request. Nothing is shared between requests. */
export const createServerContext = (input: Visit, onFailure: () => void): SiteContext => {
  const stores = createVisitorStores();
  stores.session.set((now) => ({ ...now, token: input.token }));
  return {
    stores,
    session: createServerSession(stores),
    origin: input.origin,
    ownAlias: input.ownAlias,
    named: input.named,
    buildId: input.buildId,
    apiBase: input.apiBase,
    statsUrl: input.statsUrl,
    getRules: () => ({}),
    getRemembered: () => undefined,
    createApi: (domain) =>
      createApiClient({
        baseUrl: '',
        getHost: () => input.host,
        getDomain: () => domain,
        getToken: () => input.token,
        answerInProcess: async (...call) => recordReplyData(await input.callApi(...call)),
        onReply: (_name, reply) => {
          if (reply.code === 500 || reply.code === 503 || reply.code === 429) onFailure();
        },
      }),
  };
};

/** Resolves the session of a signed-in visitor before the first guard runs. */
export const resolveSession = async (context: SiteContext): Promise<void> => {
  if (!context.stores.session.get().token) return;
  const reply = await context.createApi('').call('getInfo', {});
  context.stores.session.set((now) =>
    reply.state === 'ok' ? { ...now, isLogin: true, userInfo: reply.data } : { ...now, token: '' },
  );
};
