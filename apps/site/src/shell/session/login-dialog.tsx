import { Dialog } from '@yunbiao/ui';
import { useState } from 'react';
import { AccountForm, type LoginMode } from './login-form.tsx';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { useCommon } from '../../kit/site/use-common.ts';
import './login-dialog.css';

const NO_LEGAL: Common['legal'] = { termsId: null, privacyId: null };

const ForgotPassword = onDemand(async () => (await import('./forgot-password.tsx')).ForgotPassword);
const WechatScene = onDemand(async () => (await import('./wechat-scene.tsx')).WechatScene);

const getTitle = (now: {
  expired: boolean;
  scene: 1 | 2;
  mode: LoginMode;
  isForgotten: boolean;
}): string => {
  if (now.scene === 1 && now.isForgotten) return '重设密码';
  if (now.expired) return '请重新登录';
  return now.scene === 1 && now.mode === 'register' ? '注册云标' : '登录云标';
};

/** Scene 1, or what stands in its place while the password is not known. */
const AccountScene = ({
  mode,
  common,
  legal,
  isForgotten,
  onForgotten,
}: {
  mode: LoginMode;
  common: ReturnType<typeof useCommon>;
  legal: Common['legal'];
  isForgotten: boolean;
  onForgotten: (isForgotten: boolean) => void;
}) => {
  const ways = common?.switches ?? null;
  if (!isForgotten)
    return (
      <AccountForm
        mode={mode}
        legal={legal}
        names={ways === null ? '用户名' : listNames(ways)}
        onForgotten={() => onForgotten(true)}
      />
    );
  const back = (): void => onForgotten(false);
  return <ForgotPassword ways={ways} onBack={back} onGiveUp={back} />;
};

/** What one may sign in by. */
const listNames = ({ email, phone }: Common['switches']): string =>
  ['用户名', ...(phone === 'off' ? [] : ['手机号']), ...(email === 'off' ? [] : ['邮箱'])]
    .join('、')
    .replace(/、([^、]+)$/, '或$1');

/** The login dialog: scene 1 is the account, scene 2 is WeChat. */
export const LoginDialog = () => {
  const { session } = useSite();
  const scene = useSession((now) => now.loginRegDialogScene);
  const expired = useSession((now) => now.showReLogin);
  const common = useCommon();
  const legal = common?.legal ?? NO_LEGAL;
  const ways = common?.switches.wechat ?? null;
  const [mode, setMode] = useState<LoginMode>(session.firstForm);
  const [isForgotten, setForgotten] = useState(false);
  const go = (next: LoginMode): void => {
    session.setScene(1);
    setMode(next);
    setForgotten(false);
  };
  const current = (on: boolean) => (on ? ('true' as const) : undefined);
  return (
    <Dialog title="登录云标" shape="sheet" maxWidth={720} onClose={session.closeLogin}>
      <div className="login">
        <div className="login-main">
          <p className="login-h" aria-hidden="true">
            {getTitle({ expired, scene, mode, isForgotten })}
          </p>
          <div className="tabs">
            <button
              type="button"
              aria-current={current(scene === 1 && mode === 'login')}
              onClick={() => go('login')}
            >
              密码登录
            </button>
            <button
              type="button"
              aria-current={current(scene === 1 && mode === 'register')}
              onClick={() => go('register')}
            >
              注册
            </button>
            {ways !== null && ways.length > 0 && (
              <button
                type="button"
                aria-current={current(scene === 2)}
                onClick={() => session.setScene(2)}
              >
                微信登录
              </button>
            )}
          </div>
          {scene === 1 ? (
            <AccountScene
              mode={mode}
              common={common}
              legal={legal}
              isForgotten={isForgotten}
              onForgotten={setForgotten}
            />
          ) : (
            <WechatScene
              ways={ways}
              legal={legal}
              onBack={() => go('login')}
              onGiveUp={() => go('login')}
            />
          )}
        </div>
        <aside>
          <div className="login-label">
            <b>每一张都有记录</b>
            <span>印出来了、没印出来，还是待确认</span>
          </div>
        </aside>
      </div>
    </Dialog>
  );
};
