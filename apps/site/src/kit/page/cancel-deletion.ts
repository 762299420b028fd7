import type { Client } from '@yunbiao/contract/api/client';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { showFailure } from './show-failure.ts';
import type { SiteStores } from '../site/stores.ts';

/** 撤销注销: cancels the account deletion. */
export const cancelAccountDeletion = async (
  api: Client,
  session: SiteStores['session'],
): Promise<void> => {
  const reply = await api.call('deletionCancel', {});
  if (reply.state === 'fail') return showFailure(reply);
  session.set((now) => ({ ...now, userInfo: reply.data }));
  toast.success('注销已撤销，账号照常用');
};
