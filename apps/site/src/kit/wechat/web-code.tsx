import { WECHAT_QR_S, WECHAT_SCOPE, WECHAT_STATE } from '@yunbiao/contract/wechat';
import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useId, useState } from 'react';
import { useSite } from '../site/site.tsx';
import css from './wechat.module.css';

type Started = CallOutput<'wechatStart'>;
type WxLogin = new (options: Record<string, unknown>) => unknown;

/** WeChat's own script, once a page. It is asked for again when it did not come. */
let script: Promise<WxLogin> | undefined;
const wxLogin = (url: string): Promise<WxLogin> =>
  (script ??= new Promise<WxLogin>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.async = true;
    element.onload = () => {
      const found = (window as unknown as { WxLogin?: WxLogin }).WxLogin;
      if (found) resolve(found);
      else reject(new Error('no WxLogin'));
    };
    element.onerror = () => reject(new Error('the script did not come'));
    document.head.append(element);
  }).catch((error: unknown) => {
    script = undefined;
    throw error;
  }));

/** WeChat's own QR code, in a frame of WeChat's; it leads the whole page away and back. */
export const WebCode = ({ bind, to }: { bind: boolean; to: string }) => {
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
    const begin = async (): Promise<void> => {
      setNow({ why: '', isOver: false });
      const reply = await site.api('').call('wechatStart', { way: 'web', to, bind });
      if (!isWanted) return;
      if (reply.state === 'fail') return setNow({ why: reply.msg, isOver: true });
      const { data } = reply;
      setNow({ started: data, why: '', isOver: false });
      // Not by the time the server names: this machine's clock may be a day off.
      const end = (): void => setNow({ why: '二维码已失效', isOver: true });
      timer = setTimeout(end, WECHAT_QR_S * 1_000);
      if (!data.embed) return;
      const { scriptUrl, appid, redirectUri } = data.embed;
      try {
        const Draw = await wxLogin(scriptUrl);
        if (!isWanted) return;
        const redirect_uri = encodeURIComponent(redirectUri);
        const dark = matchMedia('(prefers-color-scheme: dark)').matches;
        const style = dark ? 'white' : 'black';
        new Draw({ id, appid, scope: WECHAT_SCOPE, state: WECHAT_STATE, redirect_uri, style });
      } catch {
        if (isWanted) setNow((held) => ({ ...held, why: '没有取到微信的二维码' }));
      }
    };
    void begin();
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
