import { useRouterState } from '@tanstack/react-router';
import { Dialog } from '@yunbiao/ui';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useId, useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi, useSite } from '../../kit/site/site.tsx';
import { useCommonSiteData } from '../../kit/site/use-common.ts';
import type { WechatScanResult } from '../../kit/wechat/use-scene-code.ts';
import { WechatPanel } from '../../kit/wechat/wechat-panel.tsx';
import type { UserInfo } from './draft.ts';
import css from './profile.module.css';

const useWechatBinding = (onChanged: () => void) => {
  const api = useApi();
  const { session } = useSite().stores;
  const [isBusy, setBusy] = useState(false);
  const storeUserInfo = (userInfo: UserInfo, message: string): void => {
    session.set((now) => ({ ...now, userInfo }));
    toast.success(message);
    onChanged();
  };
  const unbindWechat = async (): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: '解绑微信？',
      detail: '解绑以后不能再用这个微信登录这个账号。',
      confirmText: '解绑',
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    const reply = await api.call('wechatUnbind', {});
    setBusy(false);
    if (reply.state === 'fail') showFailure(reply);
    else storeUserInfo(reply.data, '微信已解绑');
  };
  return { store: storeUserInfo, unbind: unbindWechat, isBusy };
};

const BindDialog = ({
  ways,
  onBound,
  onClose,
}: {
  ways: Parameters<typeof WechatPanel>[0]['ways'];
  onBound: (userInfo: UserInfo) => void;
  onClose: () => void;
}) => {
  const to = useRouterState({ select: (state) => state.location.pathname });
  const reportBoundAccount = ({ userInfo }: WechatScanResult): void => {
    if (userInfo) onBound(userInfo);
  };
  return (
    <Dialog title="绑定微信" shape="wide" onClose={onClose}>
      <div className={css.bind}>
        <WechatPanel ways={ways} bind to={to} onDone={reportBoundAccount} />
      </div>
    </Dialog>
  );
};

/** 微信: bind or unbind WeChat for sign-in. Hidden when the site does not support it. */
export const WechatSection = ({ info, onChanged }: { info: UserInfo; onChanged: () => void }) => {
  const wechatMethods = useCommonSiteData()?.switches.wechat ?? [];
  const titleId = useId();
  const { store, unbind, isBusy } = useWechatBinding(onChanged);
  const [isOpen, setOpen] = useState(false);
  const storeWechatBinding = (userInfo: UserInfo): void => {
    setOpen(false);
    store(userInfo, '微信已绑定');
  };
  if (wechatMethods.length === 0 && !info.wechatBound) return null;
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>微信</h2>
      <p className={`small quiet ${css.say}`}>
        {info.wechatBound
          ? info.hasPassword
            ? '已绑定微信，可以用它登录。'
            : '已绑定微信，可以用它登录。没有别的登录方式时，要先设一个密码才能解绑。'
          : '绑定以后可以用微信登录。'}
      </p>
      {info.wechatBound ? (
        <button type="button" className="button" disabled={isBusy} onClick={() => void unbind()}>
          解绑微信
        </button>
      ) : (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          绑定微信
        </button>
      )}
      {isOpen && (
        <BindDialog
          ways={wechatMethods}
          onBound={storeWechatBinding}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
};
