import { Dialog } from '@yunbiao/ui';
import { useState } from 'react';
import { AccountForm, type LoginMode } from './login-form.tsx';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { useCommonSiteData } from '../../kit/site/use-common.ts';
import './login-dialog.css';

const NO_LEGAL: Common['legal'] = { termsId: null, privacyId: null };

const ForgotPassword = createOnDemandComponent(
  async () => (await import('./forgot-password.tsx')).ForgotPassword,
);
const WechatScene = createOnDemandComponent(
  async () => (await import('./wechat-scene.tsx')).WechatScene,
);

const getDialogTitle = (now: {
  expired: boolean;
  scene: 1 | 2;
  mode: LoginMode;
  isForgotten: boolean;
}): string => {
  if (now.scene === 1 && now.isForgotten) return '重设密码';
  if (now.expired) return '请重新登录';
  return now.scene === 1 && now.mode === 'register' ? '注册云标' : '登录云标';
};

/** First scene of the dialog: sign-in by name, or password recovery in its place. */
const AccountScene = ({
  mode,
  common,
  legal,
  isForgotten,
  onForgotten,
}: {
  mode: LoginMode;
  common: ReturnType<typeof useCommonSiteData>;
  legal: Common['legal'];
  isForgotten: boolean;
  onForgotten: (isForgotten: boolean) => void;
}) => {
  const siteSwitches = common?.switches ?? null;
  if (!isForgotten)
    return (
      <AccountForm
        mode={mode}
        legal={legal}
        names={siteSwitches === null ? '用户名' : listSignInNameKinds(siteSwitches)}
        onForgotten={() => onForgotten(true)}
      />
    );
  const returnToLoginForm = (): void => onForgotten(false);
  return (
    <ForgotPassword ways={siteSwitches} onBack={returnToLoginForm} onGiveUp={returnToLoginForm} />
  );
};

/** Lists the kinds of names a member can sign in with. */
const listSignInNameKinds = ({ email, phone }: Common['switches']): string =>
  ['用户名', ...(phone === 'off' ? [] : ['手机号']), ...(email === 'off' ? [] : ['邮箱'])]
    .join('、')
    .replace(/、([^、]+)$/, '或$1');

/** Login dialog: scene 1 is the account form, scene 2 is WeChat. */
export const LoginDialog = () => {
  const { session } = useSite();
  const scene = useSession((now) => now.loginRegDialogScene);
  const expired = useSession((now) => now.showReLogin);
  const common = useCommonSiteData();
  const legal = common?.legal ?? NO_LEGAL;
  const wechatMethods = common?.switches.wechat ?? null;
  const [mode, setMode] = useState<LoginMode>(session.getFirstForm);
  const [isForgotten, setForgotten] = useState(false);
  const switchLoginMode = (next: LoginMode): void => {
    session.setScene(1);
    setMode(next);
    setForgotten(false);
  };
  const toAriaCurrent = (on: boolean) => (on ? ('true' as const) : undefined);
  return (
    <Dialog title="登录云标" shape="sheet" maxWidth={720} onClose={session.closeLogin}>
      <div className="login">
        <div className="login-main">
          <p className="login-h" aria-hidden="true">
            {getDialogTitle({ expired, scene, mode, isForgotten })}
          </p>
          <div className="tabs">
            <button
              type="button"
              aria-current={toAriaCurrent(scene === 1 && mode === 'login')}
              onClick={() => switchLoginMode('login')}
            >
              密码登录
            </button>
            <button
              type="button"
              aria-current={toAriaCurrent(scene === 1 && mode === 'register')}
              onClick={() => switchLoginMode('register')}
            >
              注册
            </button>
            {wechatMethods !== null && wechatMethods.length > 0 && (
              <button
                type="button"
                aria-current={toAriaCurrent(scene === 2)}
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
              ways={wechatMethods}
              legal={legal}
              onBack={() => switchLoginMode('login')}
              onGiveUp={() => switchLoginMode('login')}
            />
          )}
        </div>
        <aside>
          <div className="login-label">
            <b>每一张都有记录</b>
            <span>打印出来了、没打印出来，还是待确认</span>
          </div>
        </aside>
      </div>
    </Dialog>
  );
};
