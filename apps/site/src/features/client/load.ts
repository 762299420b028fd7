import type { Client as Api } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';
import type { AuthData } from './live.ts';

/** Everything the page of print clients shows. */
export const loadAuth = async (api: Api): Promise<Envelope<AuthData>> => {
  const [stat, clients, found] = await Promise.all([
    api.call('authStat', {}),
    api.call('clientList', {}),
    api.call('foundList', {}),
  ]);
  return together({ stat, clients, found });
};
