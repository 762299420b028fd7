import type { CallOutput } from '@yunbiao/contract';
import { Link } from '@tanstack/react-router';
import { formatDay, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';

export type IndexArticle = CallOutput<'siteIndex'>['articles'][number];

/** Latest versions, each with its first change. */
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
        <th scope="col" className="numeric">
          日期
        </th>
      </tr>
    </thead>
    <tbody>
      {logs.map((log) => (
        <tr key={log.id}>
          {withSoftware && (
            <td className="strong">
              <span className="ellipsis" title={log.softwareName ?? undefined}>
                {log.softwareName}
              </span>
            </td>
          )}
          <td className="no-wrap">
            <Link
              className="link"
              to="/$soft/article/{$id}.html"
              params={{ soft: log.softwareAlias ?? '', id: log.id }}
            >
              {log.version}
            </Link>
          </td>
          <td className="full">{keepNumbersWithUnits(log.summary)}</td>
          <td className="numeric quiet no-wrap full">{formatDay(log.publishedAt)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
