import { vars } from '@yunbiao/ui/vars.ts';
import type { ReactNode } from 'react';
import { sizeText } from '../../kit/printing/print-media.ts';
import type { LibraryRow } from './load-library.ts';
import css from './library.module.css';
import { OpenLink } from './open-link.tsx';

type Size = { widthMm: number; heightMm: number };

/** A label on its liner, in the scale of the page. */
export const OnLiner = ({ widthMm, heightMm, children }: Size & { children: ReactNode }) => (
  <span className={css.liner} style={vars({ w: widthMm, h: heightMm })}>
    <span className={css.paper}>{children}</span>
  </span>
);

/** Pixels of a picture at a pixel for two dots: the proportions are what counts, the style says how large it is. */
const PX_PER_MM = 4;

/** A public template: its picture, its name, its size. The whole of it is the link. */
export const Card = ({
  alias,
  row,
  isFirst,
}: {
  alias: string;
  row: LibraryRow;
  isFirst: boolean;
}) => (
  <li style={vars({ w: row.widthMm })}>
    <OpenLink alias={alias} id={row.id} className={css.card ?? ''}>
      <OnLiner widthMm={row.widthMm} heightMm={row.heightMm}>
        {row.picture && (
          <img
            src={row.picture}
            alt=""
            width={row.widthMm * PX_PER_MM}
            height={row.heightMm * PX_PER_MM}
            loading={isFirst ? 'eager' : 'lazy'}
            decoding="async"
          />
        )}
      </OnLiner>
      <b>{row.name}</b>
      <small>{sizeText(row)}</small>
    </OpenLink>
  </li>
);
