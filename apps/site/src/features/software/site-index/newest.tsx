import { Link } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';
import { notesOf, type HomeFile } from '../files.ts';
import { PLATFORM_NAMES } from '../platforms.ts';
import css from './newest.module.css';

/** The newest files of all softwares, newest first. */
export const Newest = ({ files }: { files: readonly HomeFile[] }) => (
  <table className={`stack ${css.newest}`}>
    <thead>
      <tr>
        <th scope="col">软件</th>
        <th scope="col">版本</th>
        <th scope="col">改了什么</th>
        <th scope="col" className="n">
          日期
        </th>
      </tr>
    </thead>
    <tbody>
      {files
        .toSorted((a, b) => Date.parse(b.releasedAt) - Date.parse(a.releasedAt))
        .map((file) => (
          <tr key={file.id}>
            <td className="b nw">{file.softwareName}</td>
            <td className="nw">
              <Link
                className="link"
                to="/$soft/download/{$id}.html"
                params={{ soft: file.softwareAlias, id: file.id }}
              >
                {PLATFORM_NAMES[file.platform]} {file.version}
              </Link>
            </td>
            <td className="full">{notesOf(file)[0]}</td>
            <td className="n q">{formatDay(file.releasedAt)}</td>
          </tr>
        ))}
    </tbody>
  </table>
);
