import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { formatCount, formatDay } from '@yunbiao/ui/format.ts';
import { FileRows } from '../file-rows.tsx';
import { splitReleaseNotes } from '../../../kit/software/files.ts';
import { PLATFORM_NAMES } from '../../../kit/software/platforms.ts';
import { CheckFile } from './check/check-file.tsx';
import css from './download.module.css';
import { DownloadFileCard } from './file-plate.tsx';
import { InstallSteps } from './install-steps.tsx';
import { VerifyDownload } from './verify.tsx';
import { WechatBar, WechatNote } from './wechat.tsx';

type Detail = CallOutput<'downloadDetail'>;

const FileFacts = ({ file }: { file: Detail }) => (
  <dl className={css.facts}>
    {[
      ['文件名', file.fileName],
      ['大小', `${formatBytes(file.size)}（${formatCount(file.size)} 字节）`],
      ['架构', file.arch],
      ['需要', file.requirement],
      ['发布', formatDay(file.releasedAt)],
      ['下载次数', formatCount(file.count)],
    ].map(([name, value]) =>
      value ? (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);

export const DownloadDetailPage = ({
  alias,
  name,
  file,
}: {
  alias: string;
  name: string;
  file: Detail;
}) => {
  const path = `/${alias}/download/${file.id}.html`;
  const notes = splitReleaseNotes(file);
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <p className="crumb">
            <Link
              to="/$soft/download"
              params={{ soft: alias }}
              search={{ platform: file.platform }}
            >
              下载{name}
            </Link>
            <span aria-hidden="true">/</span>
            <span>{PLATFORM_NAMES[file.platform]}</span>
          </p>
          <h1>
            {name} {file.version}
          </h1>
        </div>
      </div>
      <div className={css.cols}>
        <div>
          <DownloadFileCard file={file} />
          <FileFacts file={file} />
          {notes.length > 0 && (
            <>
              <h2 className={`section-title ${css.heading}`}>这一版改了什么</h2>
              <ul className={`medium quiet ${css.notes}`}>
                {notes.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          {file.siblings.length > 0 && (
            <>
              <h2 className={`section-title ${css.heading}`}>同一版本的其他文件</h2>
              <FileRows alias={alias} files={file.siblings} withPlatform />
            </>
          )}
          {file.earlier.length > 0 && (
            <>
              <h2 className={`section-title ${css.heading}`}>更早的版本</h2>
              <FileRows alias={alias} files={file.earlier} />
            </>
          )}
        </div>
        <aside className={css.aside}>
          <CheckFile known={[file, ...file.siblings, ...file.earlier]} expected={file} />
          <VerifyDownload file={file} />
          <InstallSteps file={file} />
          <WechatNote path={path} />
        </aside>
      </div>
      <WechatBar path={path} />
    </main>
  );
};
