import { Link } from '@tanstack/react-router';
import css from './coming-page.module.css';

/** Names what is coming; replaced by the tool itself. */
export const ComingPage = () => (
  <main className="wrap">
    <div className="page-head">
      <div>
        <h1>GIF 制作</h1>
        <p>这个工具正在做，做好就放在这一页，不用登录。</p>
      </div>
    </div>
    <dl className={css.list}>
      <div>
        <dt>做什么</dt>
        <dd>把几张截图排成一张 GIF，每一帧的时长分开调，先看大小再导出。</dd>
      </div>
      <div>
        <dt>文件在哪</dt>
        <dd>只在你的浏览器里处理，不上传。</dd>
      </div>
      <div>
        <dt>之后</dt>
        <dd>还有视频转 GIF：从手机录的视频里截一段，定尺寸、帧率和颜色数。</dd>
      </div>
    </dl>
    <p className={css.back}>
      <Link className="button" to="/">
        看看云标的软件
      </Link>
    </p>
  </main>
);
