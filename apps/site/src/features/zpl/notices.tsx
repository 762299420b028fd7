import type { ZplLevel, ZplNotice } from '@yunbiao/label/zpl';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import css from './zpl.module.css';

const ORDER: readonly ZplLevel[] = ['error', 'warning'];

type NoticesProps = {
  notices: readonly ZplNotice[];
  onLine: ((line: number) => void) | undefined;
};

const NoticePlace = ({ notice, onLine }: { notice: ZplNotice } & Pick<NoticesProps, 'onLine'>) => {
  const { line, command } = notice;
  const lineText = `第 ${line} 行`;
  return (
    <>
      {onLine ? (
        <button type="button" className={`bare ${css.line}`} onClick={() => onLine(line)}>
          {lineText}
        </button>
      ) : (
        <span className={css.line}>{lineText}</span>
      )}
      {command !== '' && <code>{command}</code>}
    </>
  );
};

const NoticeRow = ({ notice, onLine }: { notice: ZplNotice } & Pick<NoticesProps, 'onLine'>) => (
  <li>
    <NoticePlace notice={notice} onLine={onLine} />
    <span>
      {keepNumbersWithUnits(notice.message)}
      {notice.count > 1 && <small className="faint">，一共 {notice.count} 处</small>}
    </span>
  </li>
);

const getNoticeKey = ({ command, message }: ZplNotice): string => `${command} ${message}`;

/** Notices by level: missing, different, and (collapsed) without visible effect. */
export const Notices = ({ notices, onLine }: NoticesProps) => {
  const sortedNotices = ORDER.flatMap((level) =>
    notices.filter((notice) => notice.level === level),
  );
  const notes = notices.filter(({ level }) => level === 'note');
  return (
    <>
      {sortedNotices.length > 0 && (
        <ul className={css.told}>
          {sortedNotices.map((notice) => (
            <li key={getNoticeKey(notice)}>
              <Status kind={notice.level === 'error' ? 'failed' : 'uncertain'} />
              <ul>
                <NoticeRow notice={notice} onLine={onLine} />
              </ul>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <details className={css.notes}>
          <summary>{notes.length} 条设置，不影响画面</summary>
          <ul>
            {notes.map((notice) => (
              <NoticeRow key={getNoticeKey(notice)} notice={notice} onLine={onLine} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
};
