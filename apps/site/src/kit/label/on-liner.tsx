import { vars } from '@yunbiao/ui/vars.ts';
import type { ReactNode } from 'react';
import css from './liner.module.css';

type Size = { widthMm: number; heightMm: number };

/** A label on its liner, in the scale of the page. */
export const OnLiner = ({ widthMm, heightMm, children }: Size & { children: ReactNode }) => (
  <span className={css.liner} style={vars({ w: widthMm, h: heightMm })}>
    <span className={css.paper}>{children}</span>
  </span>
);

/** Pixels of a picture at a pixel for two dots: the proportions are what counts, the style says how large it is. */
const PX_PER_MM = 4;

/** A public template, drawn by the server. */
export const PublicPicture = ({
  picture,
  widthMm,
  heightMm,
  isFirst = false,
}: Size & { picture: string | null; isFirst?: boolean }) => (
  <OnLiner widthMm={widthMm} heightMm={heightMm}>
    {picture && (
      <img
        src={picture}
        alt=""
        width={widthMm * PX_PER_MM}
        height={heightMm * PX_PER_MM}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
    )}
  </OnLiner>
);
