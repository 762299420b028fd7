import type { CallOutput } from '@yunbiao/contract';
import { Link } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';

export type IndexArticle = CallOutput<'siteIndex'>['articles'][number];

/** Newest versions, each with the first thing it changed. */
export const LogRows = ({
  logs,
  withSoftware = false,
}: {
  logs: readonly IndexArticle[];
  withSoftware?: boolean;
}) => (
  <table className="stack">
    <thead>
      <tr>
        {withSoftware && <th scope="col">软件</th>}
        <th scope="col">版本</th>
        <th scope="col">改了什么</th>
        <th scope="col" className="n">
          日期
        </th>
      </tr>
    </thead>
    <tbody>
      {logs.map((log) => (
        <tr key={log.id}>
          {withSoftware && <td className="b nw">{log.softwareName}</td>}
          <td className="nw">
            <Link
              className="link"
              to="/$soft/article/{$id}.html"
              params={{ soft: log.softwareAlias ?? '', id: log.id }}
            >
              {log.version}
            </Link>
          </td>
          <td className="full">{log.summary}</td>
          <td className="n q nw full">{formatDay(log.publishedAt)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
