import { Link } from '@tanstack/react-router';
import { PLATFORM_NAMES } from '../../../kit/software/platform-names.ts';
import { formatChinaDay, formatChinaWeekday } from '../days.ts';
import { KIND_NAMES, type Log } from './kinds.ts';
import type { LogData } from './load-log.ts';
import css from './log.module.css';
import { getVersionAnchor } from './rail.tsx';

/** Files of this version, if any. */
const VersionFiles = ({
  alias,
  version,
  data,
}: {
  alias: string;
  version: string;
  data: LogData;
}) => {
  const files = data.files[version] ?? [];
  if (files.length === 0) return null;
  return (
    <p className={css.files}>
      <span className="faint">下载这一版</span>
      {files.map((file) => (
        <Link
          key={file.id}
          className="link"
          to="/$soft/download/{$id}.html"
          params={{ soft: alias, id: file.id }}
        >
          {PLATFORM_NAMES[file.platform]}
        </Link>
      ))}
    </p>
  );
};

const VersionHead = ({ alias, log, data }: { alias: string; log: Log; data: LogData }) => (
  <div className={css.side}>
    <h2>
      <a href={`#${encodeURIComponent(getVersionAnchor(log))}`}>{log.version || log.title}</a>
      {log.version === data.current && <span className="tag ok">当前</span>}
    </h2>
    <p className="small quiet">
      <time dateTime={log.publishedAt}>{formatChinaDay(log.publishedAt)}</time>
      <span className="faint"> {formatChinaWeekday(log.publishedAt)}</span>
    </p>
    <VersionFiles alias={alias} version={log.version} data={data} />
    <p className="small">
      <Link
        className="link"
        to="/$soft/article/{$id}.html"
        params={{ soft: alias, id: log.id }}
        aria-label={`单独看 ${log.version || log.title}`}
      >
        单独看
      </Link>
    </p>
  </div>
);

/** One version with date, systems and changes by kind. */
export const Release = ({ alias, log, data }: { alias: string; log: Log; data: LogData }) => {
  const changes = log.changes.filter(({ kind }) => !data.kind || kind === data.kind);
  const hasName = log.version && !log.title.includes(log.version);
  return (
    <article className={css.release} id={getVersionAnchor(log)}>
      <VersionHead alias={alias} log={log} data={data} />
      <div>
        {hasName && <p className={css.name}>{log.title}</p>}
        {/* The server renders the HTML from Markdown and sanitizes it. */}
        {log.leadHtml && !data.kind && (
          <div className={`prose ${css.lead}`} dangerouslySetInnerHTML={{ __html: log.leadHtml }} />
        )}
        <ul className={css.changes}>
          {changes.map((change, index) => (
            <li key={index}>
              <em>{KIND_NAMES[change.kind]}</em>
              <div
                className={`prose ${css.change}`}
                dangerouslySetInnerHTML={{ __html: change.html }}
              />
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
};
