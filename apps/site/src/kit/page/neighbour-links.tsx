import { Link, type LinkProps } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import css from './neighbour-links.module.css';

/** `label`: how it stands to this page. `link`: made with `linkOptions`, which checks it. */
type Neighbour = { label: string; title: string; link: LinkProps };

/** Links to the previous and next item. Renders nothing when there are none. */
export const NeighbourLinks = ({
  label,
  back,
  on,
}: {
  label: string;
  back: Neighbour | null;
  on: Neighbour | null;
}) =>
  back || on ? (
    <nav className={css.beside} aria-label={label}>
      {back && (
        <Link className={css.back} {...back.link}>
          <span>
            <Icon name="left" />
            {back.label}
          </span>
          <b>{back.title}</b>
        </Link>
      )}
      {on && (
        <Link className={css.on} {...on.link}>
          <span>
            {on.label}
            <Icon name="right" />
          </span>
          <b>{on.title}</b>
        </Link>
      )}
    </nav>
  ) : null;
