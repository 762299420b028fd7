import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ReactNode } from 'react';
import css from './beside.module.css';

/** Where to read on: the neighbours of what is read, each a link around `side`. Nothing when it stands alone. */
export const Beside = ({
  label,
  back,
  on,
}: {
  label: string;
  back: ((className: string | undefined) => ReactNode) | null;
  on: ((className: string | undefined) => ReactNode) | null;
}) =>
  back || on ? (
    <nav className={css.beside} aria-label={label}>
      {back?.(css.back)}
      {on?.(css.on)}
    </nav>
  ) : null;

export const Back = ({ word, title }: { word: string; title: string }) => (
  <>
    <span>
      <Icon name="left" />
      {word}
    </span>
    <b>{title}</b>
  </>
);

export const On = ({ word, title }: { word: string; title: string }) => (
  <>
    <span>
      {word}
      <Icon name="right" />
    </span>
    <b>{title}</b>
  </>
);
