import type { Envelope } from '@yunbiao/contract/core/envelope';
import { PASSKEY_NAME_LENGTH, PASSKEYS_PER_MEMBER } from '@yunbiao/contract/limits/passkey';
import { showPromptDialog } from '@yunbiao/ui/overlay/questions.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useId, useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { usePasskeyUnavailableReason } from '../../kit/passkey/use-why-no-passkey.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import type { Passkey, PasskeyData } from './load.ts';
import { AddPasskey, RemovePasskey } from './passkey-dialogs.tsx';
import css from './profile.module.css';

const PasskeyRow = ({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) => (
  <li>
    <div>
      <b className={css.named}>{passkey.name}</b>
      <span>
        {passkey.lastUsedAt === null ? (
          '还没有用过'
        ) : (
          <>
            最近使用：
            <Time at={passkey.lastUsedAt} />
          </>
        )}
        {passkey.isSynced && '，在你的设备间同步'}
      </span>
      <span>
        添加时间：
        <Time at={passkey.createdAt} />
      </span>
    </div>
    <div className={css.contactActs}>
      <button
        type="button"
        className="button compact"
        aria-label={`给 ${passkey.name} 重命名`}
        onClick={onRename}
      >
        重命名
      </button>
      <button
        type="button"
        className="button compact"
        aria-label={`删除 ${passkey.name}`}
        onClick={onRemove}
      >
        删除
      </button>
    </div>
  </li>
);

/** The list of passkeys, the open dialog and the actions. */
const usePasskeys = (initialReply: Envelope<PasskeyData>) => {
  const api = useApi();
  const live = useLiveData(initialReply, () => api.call('passkeyList', {}));
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  const finishPasskeyChange = async (message: string): Promise<void> => {
    setOpen(null);
    toast.success(message);
    await live.reload();
  };
  const renamePasskey = async ({ id, name: value }: Passkey): Promise<void> => {
    const name = await showPromptDialog({
      title: '重命名',
      label: '名称',
      value,
      maxLength: PASSKEY_NAME_LENGTH,
      validate: (name) => name.trim() !== '',
    });
    if (name === null) return;
    const reply = await api.call('passkeyRename', { id, name });
    if (reply.state === 'fail') return showFailure(reply);
    await finishPasskeyChange('名称已改');
  };
  return { ...live, open, setOpen, done: finishPasskeyChange, rename: renamePasskey };
};

/** 通行密钥: sign-in with fingerprint, face or PIN of the device; add, rename and remove. */
export const PasskeySection = ({
  info,
  loaded,
}: {
  info: UserInfo;
  loaded: Envelope<PasskeyData>;
}) => {
  const { data, failure, reload, open, setOpen, done, rename } = usePasskeys(loaded);
  const reason = usePasskeyUnavailableReason();
  const titleId = useId();
  if (!data)
    return (
      failure && (
        <LoadError
          title="没有读到通行密钥"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )
    );
  const isFull = data.list.length >= PASSKEYS_PER_MEMBER;
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>通行密钥</h2>
      <p className={`small quiet ${css.say}`}>
        用这台设备的指纹、面容或 PIN 登录，不用输密码，也不会被假网站骗走。
      </p>
      {data.list.length > 0 && (
        <ul className={css.devices}>
          {data.list.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => void rename(passkey)}
              onRemove={() => setOpen(passkey)}
            />
          ))}
        </ul>
      )}
      {reason || isFull ? (
        <p className="small quiet">
          {reason || `最多 ${PASSKEYS_PER_MEMBER} 个，先删除不用的再添加。`}
        </p>
      ) : (
        <button
          type="button"
          className="button"
          disabled={reason === null}
          onClick={() => setOpen('add')}
        >
          添加通行密钥
        </button>
      )}
      {open === 'add' && (
        <AddPasskey
          info={info}
          onAdded={(name) => void done(`“${name}”可以用来登录了`)}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'add' && (
        <RemovePasskey
          info={info}
          passkey={open}
          onRemoved={() => void done('通行密钥已删除')}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
};
