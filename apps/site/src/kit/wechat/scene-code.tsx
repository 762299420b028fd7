import css from './wechat.module.css';
import { type WechatScanResult, type Phase, useWechatSceneCode } from './use-scene-code.ts';

const WORDS: Record<Phase, string> = {
  loading: '正在取二维码…',
  waiting: '用微信扫一扫，关注公众号后在微信里确认',
  scanned: '已扫描，请在手机上确认',
  cancelled: '已在手机上取消',
  expired: '二维码已失效',
  failed: '没有取到二维码',
};

const isEnded = (phase: Phase): boolean =>
  phase === 'cancelled' || phase === 'expired' || phase === 'failed';

/** Scan the code, then confirm in the chat with the official account. */
export const WechatSceneCode = ({
  bind,
  onDone,
}: {
  bind: boolean;
  onDone: (result: WechatScanResult) => void;
}) => {
  const { phase, why, url, isLoading, standInUrl, renew } = useWechatSceneCode(bind, onDone);
  const ended = isEnded(phase);
  return (
    <div className={css.code}>
      <div className={css.box} data-ended={ended || phase === 'scanned' ? '' : undefined}>
        {url && !isLoading && <img src={url} width="200" height="200" alt="微信登录二维码" />}
        {ended && (
          <button type="button" className="button" onClick={renew}>
            刷新
          </button>
        )}
      </div>
      <p role="status">{why || WORDS[phase]}</p>
      {standInUrl && !ended && (
        <p className="small quiet">
          演示里没有真的微信：
          <a className="link" href={standInUrl} target="_blank" rel="noreferrer">
            打开微信替身（演示）
          </a>
        </p>
      )}
    </div>
  );
};
