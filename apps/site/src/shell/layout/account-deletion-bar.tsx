import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { useState } from 'react';
import { useSession, useSite } from '../../kit/site/site.tsx';
import { cancelAccountDeletion } from '../../kit/page/cancel-deletion.ts';

/** Bar on all pages of a member whose account will be deleted soon. */
export const AccountDeletionBar = () => {
  const site = useSite();
  const zone = useTimeZone();
  const [isBusy, setBusy] = useState(false);
  const leavingAt = useSession((session) => session.userInfo?.leavingAt ?? null);
  if (leavingAt === null) return null;
  const cancelOwnAccountDeletion = async (): Promise<void> => {
    setBusy(true);
    await cancelAccountDeletion(site.createApi(''), site.stores.session);
    setBusy(false);
  };
  return (
    <div className="leaving" role="status">
      <Status kind="uncertain">账号正在注销，{formatFullDay(leavingAt, zone)}删除。</Status>
      <button
        type="button"
        className="button compact"
        disabled={isBusy}
        onClick={() => void cancelOwnAccountDeletion()}
      >
        撤销注销
      </button>
    </div>
  );
};
