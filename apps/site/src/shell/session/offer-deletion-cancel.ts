import type { Client } from '@yunbiao/contract/api/client';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { cancelAccountDeletion } from '../../kit/page/cancel-deletion.ts';
import type { SiteStores } from '../../kit/site/stores.ts';

/** Informs a member whose account will be deleted soon, and offers to cancel the deletion. */
export const offerDeletionCancel = async (
  leavingAt: string,
  api: Client,
  session: SiteStores['session'],
): Promise<void> => {
  const isConfirmed = await showConfirmDialog({
    title: '账号正在注销',
    message: `这个账号 ${formatFullDay(leavingAt)}删除，撤销注销吗？`,
    detail: '不是你申请的就撤销，再修改密码。',
    confirmText: '撤销注销',
    cancelText: '照常注销',
  });
  if (isConfirmed) await cancelAccountDeletion(api, session);
};
