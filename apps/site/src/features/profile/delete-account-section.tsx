import { DELETION_DAYS } from '@yunbiao/contract/limits/account';
import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { useId, useState } from 'react';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';
import { cancelAccountDeletion } from '../../kit/page/cancel-deletion.ts';
import type { UserInfo } from './draft.ts';
import css from './profile.module.css';

const LeaveDialog = createOnDemandComponent(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

const PendingDeletion = ({ at }: { at: string }) => {
  const site = useSite();
  const zone = useTimeZone();
  const [isBusy, setBusy] = useState(false);
  const cancelDeletion = async (): Promise<void> => {
    setBusy(true);
    await cancelAccountDeletion(site.createApi(''), site.stores.session);
    setBusy(false);
  };
  return (
    <>
      <p className={`medium ${css.say}`}>
        已经申请注销，{formatFullDay(at, zone)}删除。在那以前都能撤销，账号照常用。
      </p>
      <button
        type="button"
        className="button primary"
        disabled={isBusy}
        onClick={() => void cancelDeletion()}
      >
        撤销注销
      </button>
    </>
  );
};

/** 注销账号: request or cancel the account deletion. */
export const DeleteAccountSection = ({ info }: { info: UserInfo }) => {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const leavingAt = useSession((session) => session.userInfo?.leavingAt ?? null);
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>注销账号</h2>
      {leavingAt !== null ? (
        <PendingDeletion at={leavingAt} />
      ) : (
        <>
          <p className={`small quiet ${css.say}`}>
            删除账号和里面的东西。申请以后有 {DELETION_DAYS}
            &nbsp;天可以反悔；过了就找不回来，用户名也不再给别人。要留着的先导出。
          </p>
          <button type="button" className="button destructive" onClick={() => setOpen(true)}>
            注销账号…
          </button>
        </>
      )}
      {isOpen && (
        <LeaveDialog info={info} onClose={() => setOpen(false)} onGiveUp={() => setOpen(false)} />
      )}
    </section>
  );
};
