import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ReactNode } from 'react';
import css from './neighbour-links.module.css';

/** Links to the previous and next item. Renders nothing when there are none. */
export const NeighbourLinks = ({
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
