import { Link } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';
import { newestFirst, listNotes, type HomeFile } from '../files.ts';
import { PLATFORMS } from '../platform-ids.ts';
import { fileName, PLATFORM_NAMES } from '../platforms.ts';
import css from './newest.module.css';

/** Files of one release, in the order of the download page's tabs. */
const listReleases = (files: readonly HomeFile[]): HomeFile[][] =>
  [
    ...Map.groupBy(newestFirst(files), (file) => `${file.softwareAlias} ${file.version}`).values(),
  ].map((release) =>
    release.toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform)),
  );

const shortName = (file: HomeFile): string =>
  file.platform === 'any' ? fileName(file) : PLATFORM_NAMES[file.platform];

const ReleaseRow = ({ release }: { release: readonly HomeFile[] }) => {
  const [first] = release;
  if (!first) return null;
  return (
    <tr>
      <td className="strong no-wrap">{first.softwareName}</td>
      <td className="no-wrap">{first.version}</td>
      <td className="full">{listNotes(first)[0]}</td>
      <td className={css.files}>
        {release.map((file) => (
          <Link
            key={file.id}
            className="link"
            to="/$soft/download/{$id}.html"
            params={{ soft: file.softwareAlias, id: file.id }}
          >
            {shortName(file)}
          </Link>
        ))}
      </td>
      <td className="numeric quiet">{formatDay(first.releasedAt)}</td>
    </tr>
  );
};

/** The newest release of every software, newest first. */
export const Newest = ({ files }: { files: readonly HomeFile[] }) => (
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
      {listReleases(files).map((release) => (
        <ReleaseRow key={release[0]?.id} release={release} />
      ))}
    </tbody>
  </table>
);
