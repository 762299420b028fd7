import { formatBytes } from '@yunbiao/contract/site/file-size';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatDay } from '@yunbiao/ui/format.ts';
import { Hash } from '@yunbiao/ui/hash.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import type { DownloadFile } from '../../../kit/software/files.ts';
import { getDownloadDisplayName } from '../../../kit/software/platforms.ts';
import css from './download.module.css';

/** One file with download button and verification data. */
export const DownloadFileCard = ({
  file,
  heading: Heading = 'h2',
}: {
  file: DownloadFile;
  heading?: 'h2' | 'h3';
}) => (
  <div className={`plate ${css.plate}`}>
    <div className={css.what}>
      <div>
        <Heading className={css.title}>{getDownloadDisplayName(file)}</Heading>
        <p className="medium quiet">
          {[file.requirement, formatBytes(file.size), formatDay(file.releasedAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <a className={`button primary big ${css.download}`} href={file.url}>
        <Icon name="download" />
        下载 {file.version}
      </a>
    </div>
    <div className={css.checksum}>
      <span className="small faint">SHA-256</span>
      <CopyButton text={file.sha256} targetName="SHA-256">
        复制
      </CopyButton>
      <Hash value={file.sha256} />
    </div>
  </div>
);
