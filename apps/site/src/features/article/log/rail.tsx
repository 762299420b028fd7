import { dayInChina } from '../days.ts';
import { useReading } from '../use-reading.ts';
import type { Log } from './kinds.ts';
import css from './log.module.css';

/** Anchor of a version on this page. */
export const getAnchor = ({ version, id }: Log): string => `v${version || id}`;

/** The first two numbers changed less often have longer ticks, as on a ruler. */
export const getTick = (version: string): 'majorVersion' | 'minorVersion' | '' => {
  const [, minor = '0', patch = '0'] = version.split('.');
  if (Number.parseInt(patch, 10) !== 0) return '';
  return Number.parseInt(minor, 10) === 0 ? 'majorVersion' : 'minorVersion';
};

/** The versions of this page, to jump to; the one being read is marked. */
export const Rail = ({ logs }: { logs: readonly Log[] }) => {
  const current = useReading(logs.map(getAnchor));
  return (
    <nav className={css.rail} aria-label="本页的版本">
      {logs.map((log) => (
        <a
          key={log.id}
          href={`#${encodeURIComponent(getAnchor(log))}`}
          className={css[getTick(log.version)]}
          aria-current={getAnchor(log) === current ? 'true' : undefined}
        >
          <span>{log.version || log.title}</span>
          <time dateTime={log.publishedAt}>{dayInChina(log.publishedAt).slice(2)}</time>
        </a>
      ))}
    </nav>
  );
};
