import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { useSite } from '../../../kit/site/site.tsx';
import { useInWechat } from '../../../kit/page/in-wechat.ts';
import css from './download.module.css';

/** Note for all visitors about downloads that WeChat blocks. */
export const WechatNote = ({ path }: { path: string }) => {
  const { origin } = useSite();
  return (
    <div>
      <h2 className="section-title">在微信里打开的？</h2>
      <p className="quiet">
        微信会拦住安装包。点右上角，选“在浏览器中打开”，或者复制链接发到电脑上。
      </p>
      <p className={css.copy}>
        <CopyButton text={origin + path} targetName="链接">
          复制链接
        </CopyButton>
      </p>
    </div>
  );
};

/** Floating notice inside WeChat. It floats to avoid layout shift when WeChat is detected. */
export const WechatBar = ({ path }: { path: string }) => {
  const { origin } = useSite();
  if (!useInWechat()) return null;
  return (
    <div className={css.bar} role="status">
      <p>
        微信里不能下载。点右上角 <b>···</b>，选<b>在浏览器中打开</b>。
      </p>
      <p className={css.url}>{origin + path}</p>
      <CopyButton text={origin + path} targetName="链接">
        复制链接
      </CopyButton>
    </div>
  );
};
