import type { Client } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { sayFailure } from './say-failure.ts';
import type { SiteStores } from '../site/stores.ts';

/** 撤销注销: the member stays. */
export const stay = async (api: Client, session: SiteStores['session']): Promise<void> => {
  const reply = await api.call('deletionCancel', {});
  if (reply.state === 'fail') return sayFailure(reply);
  session.set((now) => ({ ...now, userInfo: reply.data }));
  toast.success('注销已撤销，账号照常用');
};
