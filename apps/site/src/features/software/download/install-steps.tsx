import { useSite } from '../../../kit/site/site.tsx';
import type { DownloadFile } from '../../../kit/software/files.ts';
import css from './download.module.css';

const InstallProgramSteps = ({ file }: { file: DownloadFile }) => (
  <div>
    <h2 className="section-title">装上客户端</h2>
    <ol className={css.steps}>
      {file.platform === 'windows' ? (
        <>
          <li>
            双击打开。它还没有代码签名，Windows 可能提示“已保护你的电脑”：先核对上面的
            SHA-256，一致再选“更多信息 → 仍要运行”。
          </li>
          <li>浏览器会打开配对页，登录后按“是我的，配对”。</li>
        </>
      ) : (
        <>
          <li>
            在终端里运行 <code>chmod +x {file.fileName}</code>，再运行{' '}
            <code>./{file.fileName}</code>。
          </li>
          <li>浏览器会打开配对页；没有浏览器的机器上，照终端里的链接去确认。</li>
        </>
      )}
      <li>在“授权客户端”页上，它找到的打印机下面点“使用”。</li>
    </ol>
    <p className="quiet">配对以后它随电脑启动，在后台运行；再打开一次，能看它的状态、停下它。</p>
  </div>
);

/** Steps after the download: of a program, or else of the source package. */
export const InstallSteps = ({ file }: { file?: DownloadFile | undefined }) => {
  const { origin } = useSite();
  if (file && file.target !== '') return <InstallProgramSteps file={file} />;
  return (
    <div>
      <h2 className="section-title">装上客户端</h2>
      <ol className={css.steps}>
        <li>
          解压，在文件夹里运行 <code>npm install</code>。
        </li>
        <li>
          运行 <code>npm run agent -- pair --server {origin}</code>，会看到 8 位配对码和一个链接。
        </li>
        <li>登录云标，打开链接，核对后确认。</li>
        <li>
          运行 <code>npm run agent -- run</code>，让它一直开着。
        </li>
        <li>在“授权客户端”页上，它找到的打印机下面点“使用”，打印一张标签。</li>
      </ol>
      <p className="quiet">在终端里添加打印机和其余命令，写在包里的 README.txt。</p>
    </div>
  );
};
