import { useState } from 'react';
import { useInWechat } from '../page/in-wechat.ts';
import { useSite } from '../site/site.tsx';
import type { Common } from '../site/stores.ts';
import { WechatSceneCode } from './scene-code.tsx';
import type { WechatScanResult } from './use-scene-code.ts';
import { WechatWebCode } from './web-code.tsx';
import css from './wechat.module.css';

type Ways = Common['switches']['wechat'];
type Props = {
  ways: Ways;
  /** Binds WeChat to the signed-in account instead of signing in. */
  bind?: boolean;
  /** Path of this site to return to from WeChat. */
  to: string;
  onDone: (result: WechatScanResult) => void;
};

const NAMES: Record<Ways[number], string> = { official: '公众号扫码', web: '微信扫码' };

/**
 * Inside WeChat, the user cannot scan the screen, so the WeChat page asks for confirmation
 * directly.
 */
const WechatBrowserPanel = ({ bind, to }: { bind: boolean; to: string }) => {
  const site = useSite();
  const [reason, setWhy] = useState('');
  const [isBusy, setBusy] = useState(false);
  const startLogin = async (): Promise<void> => {
    setBusy(true);
    const reply = await site.createApi('').call('wechatStart', { way: 'inside', to, bind });
    if (reply.state === 'ok') return location.assign(reply.data.url);
    setBusy(false);
    setWhy(reply.msg);
  };
  return (
    <div className={css.code}>
      <button
        type="button"
        className="button primary"
        aria-disabled={isBusy}
        onClick={() => void startLogin()}
      >
        {bind ? '绑定这个微信' : '微信登录'}
      </button>
      {reason && <p role="alert">{reason}</p>}
    </div>
  );
};

/** Sign-in with WeChat or binding: scene 2 of the dialog, and 个人资料. */
export const WechatPanel = ({ ways, bind = false, to, onDone }: Props) => {
  const [method, setWay] = useState<Ways[number]>(ways[0] ?? 'web');
  const isInside = useInWechat();
  if (isInside)
    return ways.includes('official') ? (
      <WechatBrowserPanel bind={bind} to={to} />
    ) : (
      <p className="medium quiet">在微信里打开时，这里用不了微信登录，请用浏览器打开。</p>
    );
  return (
    <div className={css.panel}>
      {ways.length > 1 && (
        <div className={css.ways} role="group" aria-label="扫码方式">
          {ways.map((choice) => (
            <button
              key={choice}
              type="button"
              className="button compact"
              aria-pressed={method === choice}
              onClick={() => setWay(choice)}
            >
              {NAMES[choice]}
            </button>
          ))}
        </div>
      )}
      {method === 'official' ? (
        <WechatSceneCode bind={bind} onDone={onDone} />
      ) : (
        <WechatWebCode bind={bind} to={to} />
      )}
    </div>
  );
};
