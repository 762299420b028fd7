import { formatChinaDay } from '../days.ts';
import { useCurrentSection } from '../use-current-section.ts';
import type { Log } from './kinds.ts';
import css from './log.module.css';

/** Anchor of a version on this page. */
export const getVersionAnchor = ({ version, id }: Log): string => `v${version || id}`;

/** Major and minor versions have longer ticks, as on a ruler. */
export const getVersionTickClass = (version: string): 'majorVersion' | 'minorVersion' | '' => {
  const [, minor = '0', patch = '0'] = version.split('.');
  if (Number.parseInt(patch, 10) !== 0) return '';
  return Number.parseInt(minor, 10) === 0 ? 'majorVersion' : 'minorVersion';
};

/** Links to the versions of this page, with the current one highlighted. */
export const VersionRail = ({ logs }: { logs: readonly Log[] }) => {
  const current = useCurrentSection(logs.map(getVersionAnchor));
  return (
    <nav className={css.rail} aria-label="本页的版本">
      {logs.map((log) => (
        <a
          key={log.id}
          href={`#${encodeURIComponent(getVersionAnchor(log))}`}
          className={css[getVersionTickClass(log.version)]}
          aria-current={getVersionAnchor(log) === current ? 'true' : undefined}
        >
          <span>{log.version || log.title}</span>
          <time dateTime={log.publishedAt}>{formatChinaDay(log.publishedAt).slice(2)}</time>
        </a>
      ))}
    </nav>
  );
};
