import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { useSite } from '../../../kit/site/site.tsx';
import { useInWechat } from '../../../kit/page/in-wechat.ts';
import css from './download.module.css';

/** Words for everyone: where the installer went when WeChat swallowed it. */
export const WechatNote = ({ path }: { path: string }) => {
  const { origin } = useSite();
  return (
    <div>
      <h2 className="section-title">在微信里打开的？</h2>
      <p className="quiet">
        微信会拦住安装包。点右上角，选“在浏览器中打开”，或者复制链接发到电脑上。
      </p>
      <p className={css.copy}>
        <CopyButton text={origin + path} what="链接">
          复制链接
        </CopyButton>
      </p>
    </div>
  );
};

/** Inside WeChat: a notice that floats, so that nothing on the page moves when we learn where we are. */
export const WechatBar = ({ path }: { path: string }) => {
  const { origin } = useSite();
  if (!useInWechat()) return null;
  return (
    <div className={css.bar} role="status">
      <p>
        微信里不能下载。点右上角 <b>···</b>，选<b>在浏览器中打开</b>。
      </p>
      <p className={css.url}>{origin + path}</p>
      <CopyButton text={origin + path} what="链接">
        复制链接
      </CopyButton>
    </div>
  );
};
