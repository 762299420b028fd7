import type { Client as Api } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';
import type { AuthData } from './live.ts';

/** Loads all data of the client page. */
export const loadClientPage = async (api: Api): Promise<Envelope<AuthData>> => {
  const [stat, clients, discovered] = await Promise.all([
    api.call('authStat', {}),
    api.call('clientList', {}),
    api.call('foundList', {}),
  ]);
  return mergeCallReplies({ stat, clients, found: discovered });
};
