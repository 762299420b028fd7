import { Dialog } from '@yunbiao/ui';
import { useState } from 'react';
import { AccountForm, type LoginMode } from './login-form.tsx';
import { useSession, useSite } from '../../kit/site/site.tsx';
import './login-dialog.css';

/** Scene 2. There is no code to scan until WeChat sign-in is configured, and none is drawn. */
const WeChat = ({ onBack }: { onBack: () => void }) => (
  <div className="wechat">
    <p className="strong">微信登录未开通</p>
    <p className="medium quiet">本站还没有接入微信开放平台，请用用户名和密码登录。</p>
    <button type="button" className="button" onClick={onBack}>
      用密码登录
    </button>
  </div>
);

/** The login dialog: scene 1 is the account, scene 2 is WeChat. */
export const LoginDialog = () => {
  const { session } = useSite();
  const scene = useSession((now) => now.loginRegDialogScene);
  const expired = useSession((now) => now.showReLogin);
  const [mode, setMode] = useState<LoginMode>(session.firstForm);
  const go = (next: LoginMode): void => {
    session.setScene(1);
    setMode(next);
  };
  const current = (on: boolean) => (on ? ('true' as const) : undefined);
  return (
    <Dialog title="登录云标" shape="sheet" maxWidth={720} onClose={session.closeLogin}>
      <div className="login">
        <div className="login-main">
          <p className="login-h" aria-hidden="true">
            {expired ? '请重新登录' : mode === 'register' && scene === 1 ? '注册云标' : '登录云标'}
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
            <button
              type="button"
              aria-current={current(scene === 2)}
              onClick={() => session.setScene(2)}
            >
              微信登录
            </button>
          </div>
          {scene === 1 ? <AccountForm mode={mode} /> : <WeChat onBack={() => go('login')} />}
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
