import { useState } from 'react';
import { useInWechat } from '../page/in-wechat.ts';
import { useSite } from '../site/site.tsx';
import type { Common } from '../site/stores.ts';
import { SceneCode } from './scene-code.tsx';
import type { Done } from './use-scene-code.ts';
import { WebCode } from './web-code.tsx';
import css from './wechat.module.css';

type Ways = Common['switches']['wechat'];
type Props = {
  ways: Ways;
  /** Binds to the account that is signed in, instead of signing in. */
  bind?: boolean;
  /** Own path to come back to from WeChat's pages. */
  to: string;
  onDone: (done: Done) => void;
};

const NAMES: Record<Ways[number], string> = { official: '公众号扫码', web: '微信扫码' };

/** Within WeChat nobody can scan the own screen: its page asks there and then. */
const Inside = ({ bind, to }: { bind: boolean; to: string }) => {
  const site = useSite();
  const [why, setWhy] = useState('');
  const [isBusy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    const reply = await site.api('').call('wechatStart', { way: 'inside', to, bind });
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
        onClick={() => void go()}
      >
        {bind ? '绑定这个微信' : '微信登录'}
      </button>
      {why && <p role="alert">{why}</p>}
    </div>
  );
};

/** Signs in with WeChat, or binds it: scene 2 of the dialog, and 个人资料. */
export const WechatPanel = ({ ways, bind = false, to, onDone }: Props) => {
  const [way, setWay] = useState<Ways[number]>(ways[0] ?? 'web');
  const isInside = useInWechat();
  if (isInside)
    return ways.includes('official') ? (
      <Inside bind={bind} to={to} />
    ) : (
      <p className="medium quiet">在微信里打开时还不能用微信登录，请用浏览器打开。</p>
    );
  return (
    <div className={css.panel}>
      {ways.length > 1 && (
        <div className={css.ways} role="group" aria-label="扫码方式">
          {ways.map((one) => (
            <button
              key={one}
              type="button"
              className="button compact"
              aria-pressed={way === one}
              onClick={() => setWay(one)}
            >
              {NAMES[one]}
            </button>
          ))}
        </div>
      )}
      {way === 'official' ? (
        <SceneCode bind={bind} onDone={onDone} />
      ) : (
        <WebCode bind={bind} to={to} />
      )}
    </div>
  );
};
