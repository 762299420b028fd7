import { Link } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';
import { sortNewestFirst, splitReleaseNotes, type HomeFile } from '../../../kit/software/files.ts';
import { PLATFORMS } from '../../../kit/software/platform-ids.ts';
import { getDownloadDisplayName, PLATFORM_NAMES } from '../../../kit/software/platforms.ts';
import css from './newest.module.css';

/** Groups files by release, in tab order of the download page. */
const groupFilesByRelease = (files: readonly HomeFile[]): HomeFile[][] =>
  [
    ...Map.groupBy(
      sortNewestFirst(files),
      (file) => `${file.softwareAlias} ${file.version}`,
    ).values(),
  ].map((release) =>
    release.toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform)),
  );

const getShortFileName = (file: HomeFile): string =>
  file.platform === 'any' ? getDownloadDisplayName(file) : PLATFORM_NAMES[file.platform];

const ReleaseRow = ({ release }: { release: readonly HomeFile[] }) => {
  const [first] = release;
  if (!first) return null;
  return (
    <tr>
      <td className="strong no-wrap">{first.softwareName}</td>
      <td className="no-wrap">{first.version}</td>
      <td className="full">{splitReleaseNotes(first)[0]}</td>
      <td className={css.files}>
        {release.map((file) => (
          <Link
            key={file.id}
            className="link"
            to="/$soft/download/{$id}.html"
            params={{ soft: file.softwareAlias, id: file.id }}
          >
            {getShortFileName(file)}
          </Link>
        ))}
      </td>
      <td className="numeric quiet">{formatDay(first.releasedAt)}</td>
    </tr>
  );
};

/** Latest release of each software, newest first. */
export const NewestReleases = ({ files }: { files: readonly HomeFile[] }) => (
  <table className="stack">
    <thead>
      <tr>
        <th scope="col">软件</th>
        <th scope="col">版本</th>
        <th scope="col">改了什么</th>
        <th scope="col">文件</th>
        <th scope="col" className="numeric">
          日期
        </th>
      </tr>
    </thead>
    <tbody>
      {groupFilesByRelease(files).map((release) => (
        <ReleaseRow key={release[0]?.id} release={release} />
      ))}
    </tbody>
  </table>
);
