import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { ShortHash } from '@yunbiao/ui/hash.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import css from './file-rows.module.css';
import type { DownloadFile } from '../../kit/software/files.ts';
import { getDownloadDisplayName } from '../../kit/software/platforms.ts';

const FileRow = ({
  alias,
  file,
  withPlatform,
}: {
  alias: string;
  file: DownloadFile;
  withPlatform: boolean;
}) => (
  <tr>
    <td className={css.what}>
      <Link
        className="strong"
        to="/$soft/download/{$id}.html"
        params={{ soft: alias, id: file.id }}
      >
        {withPlatform ? getDownloadDisplayName(file) : file.title}
      </Link>
      <br />
      <span className="small faint">{file.requirement}</span>
    </td>
    <td>{file.version}</td>
    <td className={`numeric ${css.size}`}>{formatBytes(file.size)}</td>
    <td className="numeric hide">{formatCount(file.count)}</td>
    <td className={`no-wrap ${css.checksum}`}>
      <ShortHash value={file.sha256} />{' '}
      <CopyButton text={file.sha256} targetName={`${file.fileName} 的 SHA-256`} />
    </td>
    <td className={`numeric ${css.act}`}>
      <a className="button compact" href={file.url} aria-label={`下载 ${file.fileName}`}>
        <Icon name="download" />
        下载
      </a>
    </td>
  </tr>
);

type FileRowsProps = { alias: string; files: readonly DownloadFile[]; withPlatform?: boolean };

/** Table of files with size, hash and download. */
export const FileRows = ({ alias, files, withPlatform = false }: FileRowsProps) => (
  <table className={`stack ${css.files}`}>
    <thead>
      <tr>
        <th scope="col">{withPlatform ? '系统' : '文件'}</th>
        <th scope="col">版本</th>
        <th scope="col" className="numeric">
          大小
        </th>
        <th scope="col" className="numeric">
          下载次数
        </th>
        <th scope="col">SHA-256</th>
        <td />
      </tr>
    </thead>
    <tbody>
      {files.map((file) => (
        <FileRow key={file.id} alias={alias} file={file} withPlatform={withPlatform} />
      ))}
    </tbody>
  </table>
);
