import type { Envelope } from '@yunbiao/contract/core/envelope';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useId, useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { SessionData, SignedInDevice } from './load.ts';
import css from './profile.module.css';

/** The list of sessions and its two actions. */
export const useSessionList = (initialReply: Envelope<SessionData>) => {
  const api = useApi();
  const live = useLiveData(initialReply, () => api.call('sessionList', {}));
  const [busy, setBusy] = useState('');
  const runSessionAction = async (
    name: string,
    send: () => Promise<Envelope<unknown>>,
    doneMessage: string,
  ) => {
    setBusy(name);
    const reply = await send();
    // The session may have ended elsewhere; always reload the list.
    await live.reload();
    setBusy('');
    if (reply.state === 'fail') return showFailure(reply);
    toast.success(doneMessage);
  };
  const endSession = async ({ id, device }: SignedInDevice): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `退出“${device}”？`,
      detail: '那里要重新登录才能再用。打印客户端不受影响。',
      confirmText: '退出这台设备',
      danger: true,
    });
    if (isConfirmed)
      await runSessionAction(id, () => api.call('sessionEnd', { id }), `已退出“${device}”`);
  };
  const endOtherSessions = async (): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: '除了这一台，全部退出？',
      detail: '别处要重新登录才能再用。打印客户端不受影响。',
      confirmText: '退出其他设备',
      danger: true,
    });
    if (isConfirmed)
      await runSessionAction('others', () => api.call('sessionEndOthers', {}), '其他设备都已退出');
  };
  return { ...live, busy, end: endSession, endOthers: endOtherSessions };
};

const SessionRow = ({
  session,
  busy,
  onEnd,
}: {
  session: SignedInDevice;
  busy: string;
  onEnd: () => void;
}) => (
  <li>
    <div>
      <b>{session.device}</b>
      <span>
        {session.isThis ? (
          '这一台，正在用'
        ) : (
          <>
            最近使用：
            <Time at={session.lastUsedAt} />
          </>
        )}
        {session.address && `，网络地址 ${session.address}`}
      </span>
      <span>
        登录时间：
        <Time at={session.createdAt} />
      </span>
    </div>
    {!session.isThis && (
      <button
        type="button"
        className="button compact"
        aria-label={`退出 ${session.device}`}
        disabled={busy !== ''}
        onClick={onEnd}
      >
        {busy === session.id ? '正在退出…' : '退出'}
      </button>
    )}
  </li>
);

/** 登录的设备: sessions of the account, with actions to end them. */
export const SessionSection = ({ sessions }: { sessions: ReturnType<typeof useSessionList> }) => {
  const { data, failure, reload, busy, end, endOthers } = sessions;
  const titleId = useId();
  const otherCount = data?.list.filter(({ isThis }) => !isThis).length ?? 0;
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>登录的设备</h2>
      {data ? (
        <>
          <ul className={css.devices}>
            {data.list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          <p className="small quiet">
            不认识的就退出它，再修改密码。14 天没用过的会自己退出，用着的也最多 90 天。
          </p>
          {otherCount > 0 && (
            <button
              type="button"
              className="button"
              disabled={busy !== ''}
              onClick={() => void endOthers()}
            >
              {busy === 'others' ? '正在退出…' : '退出其他设备'}
            </button>
          )}
        </>
      ) : (
        failure && (
          <LoadError
            title="没有读到登录的设备"
            reason={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )
      )}
    </section>
  );
};
