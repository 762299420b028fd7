import { useZone } from '@yunbiao/ui/clock.ts';
import { wholeDay } from '@yunbiao/ui/rel-time.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { useState } from 'react';
import { useSession, useSite } from '../../kit/site/site.tsx';
import { stay } from '../../kit/page/stay.ts';

/** Over every page of a member whose account is about to be deleted. */
export const LeavingBar = () => {
  const site = useSite();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const leavingAt = useSession((session) => session.userInfo?.leavingAt ?? null);
  if (leavingAt === null) return null;
  const act = async (): Promise<void> => {
    setBusy(true);
    await stay(site.api(''), site.stores.session);
    setBusy(false);
  };
  return (
    <div className="leaving" role="status">
      <Status kind="uncertain">账号正在注销，{wholeDay(leavingAt, zone)}删除。</Status>
      <button type="button" className="button compact" disabled={isBusy} onClick={() => void act()}>
        撤销注销
      </button>
    </div>
  );
};
