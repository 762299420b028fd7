import type { ZplLevel, ZplNotice } from '@yunbiao/label/zpl';
import { keepUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import css from './zpl.module.css';

const ORDER: readonly ZplLevel[] = ['error', 'warning'];

type NoticesProps = {
  notices: readonly ZplNotice[];
  onLine: ((line: number) => void) | undefined;
};

const Place = ({ notice, onLine }: { notice: ZplNotice } & Pick<NoticesProps, 'onLine'>) => {
  const { line, command } = notice;
  const where = `第 ${line} 行`;
  return (
    <>
      {onLine ? (
        <button type="button" className={`bare ${css.line}`} onClick={() => onLine(line)}>
          {where}
        </button>
      ) : (
        <span className={css.line}>{where}</span>
      )}
      {command !== '' && <code>{command}</code>}
    </>
  );
};

const Said = ({ notice, onLine }: { notice: ZplNotice } & Pick<NoticesProps, 'onLine'>) => (
  <li>
    <Place notice={notice} onLine={onLine} />
    <span>
      {keepUnits(notice.message)}
      {notice.count > 1 && <small className="faint">，一共 {notice.count} 处</small>}
    </span>
  </li>
);

const getKey = ({ command, message }: ZplNotice): string => `${command} ${message}`;

/** What is missing, what may come out differently, and, folded, what no picture shows. */
export const Notices = ({ notices, onLine }: NoticesProps) => {
  const told = ORDER.flatMap((level) => notices.filter((notice) => notice.level === level));
  const notes = notices.filter(({ level }) => level === 'note');
  return (
    <>
      {told.length > 0 && (
        <ul className={css.told}>
          {told.map((notice) => (
            <li key={getKey(notice)}>
              <Status kind={notice.level === 'error' ? 'failed' : 'uncertain'} />
              <ul>
                <Said notice={notice} onLine={onLine} />
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
              <Said key={getKey(notice)} notice={notice} onLine={onLine} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
};
