import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { FirstIcon } from '@yunbiao/ui/first-icon.tsx';
import { type DownloadFile, listNewestByPlatform } from './files.ts';
import { isOperatingSystem } from './platform-ids.ts';
import { PLATFORM_NAMES, sortByName, useVisitorPlatform } from './platforms.ts';
import { StackedText } from './stacked-text.tsx';
import stack from './stacked-text.module.css';

/**
 * Download for the visitor's platform. If it is unknown or has no file, links to the page with all
 * files, so that no other platform is suggested. Nothing while there are no files.
 */
export const DownloadButton = ({
  alias,
  files,
  className,
}: {
  alias: string;
  files: readonly DownloadFile[];
  className: string;
}) => {
  const ownPlatform = useVisitorPlatform();
  const firsts = listNewestByPlatform(files).flatMap((group) =>
    isOperatingSystem(group.platform) ? group.files.slice(0, 1) : [],
  );
  if (firsts.length === 0) return null;
  const chosenFile = firsts.find((file) => file.platform === ownPlatform);
  const words = (
    <>
      <FirstIcon name="download" />
      <span className={`two-lines ${stack.pile}`}>
        <StackedText isShown={!chosenFile}>
          下载打印客户端{' '}
          <small>
            {sortByName(firsts)
              .map(({ platform }) => PLATFORM_NAMES[platform])
              .join('、')}
          </small>
        </StackedText>
        {firsts.map((file) => (
          <StackedText key={file.id} isShown={file === chosenFile}>
            下载 {PLATFORM_NAMES[file.platform]} 版{' '}
            <small>
              {file.version} · {formatBytes(file.size)}
            </small>
          </StackedText>
        ))}
      </span>
    </>
  );
  return chosenFile ? (
    <Link
      className={className}
      to="/$soft/download/{$id}.html"
      params={{ soft: alias, id: chosenFile.id }}
    >
      {words}
    </Link>
  ) : (
    <Link className={className} to="/$soft/download" params={{ soft: alias }}>
      {words}
    </Link>
  );
};
