import { WECHAT_QR_S, WECHAT_SCOPE, WECHAT_STATE } from '@yunbiao/contract/site/wechat';
import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useId, useState } from 'react';
import { useSite } from '../site/site.tsx';
import css from './wechat.module.css';

type Started = CallOutput<'wechatStart'>;
type WxLogin = new (options: Record<string, unknown>) => unknown;

/** Loads the WeChat script once per page. Tries again after a failure. */
let script: Promise<WxLogin> | undefined;
const loadWxLogin = (url: string): Promise<WxLogin> =>
  (script ??= new Promise<WxLogin>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.async = true;
    element.onload = () => {
      const wxLogin = (window as unknown as { WxLogin?: WxLogin }).WxLogin;
      if (wxLogin) resolve(wxLogin);
      else reject(new Error('no WxLogin'));
    };
    element.onerror = () => reject(new Error('the script did not come'));
    document.head.append(element);
  }).catch((error: unknown) => {
    script = undefined;
    throw error;
  }));

/**
 * WeChat QR code in a WeChat iframe. After the scan, the complete page is redirected there and
 * back.
 */
export const WechatWebCode = ({ bind, to }: { bind: boolean; to: string }) => {
  const site = useSite();
  const id = useId();
  const [turn, setTurn] = useState(0);
  const [now, setNow] = useState<{ started?: Started; why: string; isOver: boolean }>({
    why: '',
    isOver: false,
  });
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startWechatWebLogin = async (): Promise<void> => {
      setNow({ why: '', isOver: false });
      const reply = await site.createApi('').call('wechatStart', { way: 'web', to, bind });
      if (!isWanted) return;
      if (reply.state === 'fail') return setNow({ why: reply.msg, isOver: true });
      const { data } = reply;
      setNow({ started: data, why: '', isOver: false });
      // Uses a duration, not the expiry time of the server, because the local clock can be wrong.
      const showCodeExpired = (): void => setNow({ why: '二维码已失效', isOver: true });
      timer = setTimeout(showCodeExpired, WECHAT_QR_S * 1_000);
      if (!data.embed) return;
      const { scriptUrl, appid, redirectUri } = data.embed;
      try {
        const Draw = await loadWxLogin(scriptUrl);
        if (!isWanted) return;
        const redirect_uri = encodeURIComponent(redirectUri);
        const dark = matchMedia('(prefers-color-scheme: dark)').matches;
        const style = dark ? 'white' : 'black';
        new Draw({ id, appid, scope: WECHAT_SCOPE, state: WECHAT_STATE, redirect_uri, style });
      } catch {
        if (isWanted) setNow((state) => ({ ...state, why: '没有取到微信的二维码' }));
      }
    };
    void startWechatWebLogin();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [site, to, bind, id, turn]);
  return (
    <div className={css.code}>
      {now.isOver ? (
        <button type="button" className="button" onClick={() => setTurn((before) => before + 1)}>
          刷新
        </button>
      ) : (
        <div id={id} key={turn} className={css.frame} />
      )}
      <p role="status">{now.why}</p>
      {now.started && !now.isOver && (
        <a className="link small" href={now.started.url}>
          二维码没有出来？到微信的页面扫
        </a>
      )}
    </div>
  );
};
