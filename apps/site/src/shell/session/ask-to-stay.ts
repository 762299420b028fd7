import type { Client } from '@yunbiao/contract/client';
import { confirm } from '@yunbiao/ui/ask.ts';
import { wholeDay } from '@yunbiao/ui/rel-time.ts';
import { stay } from '../../kit/page/stay.ts';
import type { SiteStores } from '../../kit/site/stores.ts';

/** Whoever signs in to an account that is about to be deleted is told, and may call that off at once. */
export const askToStay = async (
  leavingAt: string,
  api: Client,
  session: SiteStores['session'],
): Promise<void> => {
  const yes = await confirm({
    title: '账号正在注销',
    message: `这个账号 ${wholeDay(leavingAt)}删除，撤销注销吗？`,
    detail: '不是你申请的就撤销，再改密码。',
    confirmText: '撤销注销',
    cancelText: '照常注销',
  });
  if (yes) await stay(api, session);
};
