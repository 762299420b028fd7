import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { ReactNode } from 'react';
import css from './liner.module.css';

type Size = { widthMm: number; heightMm: number };

/** A label on its liner, at the scale of the page. */
export const LabelOnLiner = ({ widthMm, heightMm, children }: Size & { children: ReactNode }) => (
  <span className={css.liner} style={toCssVars({ w: widthMm, h: heightMm })}>
    <span className={css.paper}>{children}</span>
  </span>
);

/**
 * Image pixels per mm, about one pixel per two dots. Only the aspect ratio matters; CSS sets the
 * size.
 */
const PX_PER_MM = 4;

/** Picture of a public template, drawn by the server. */
export const PublicPicture = ({
  picture,
  widthMm,
  heightMm,
  isFirst = false,
}: Size & { picture: string | null; isFirst?: boolean }) => (
  <LabelOnLiner widthMm={widthMm} heightMm={heightMm}>
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
  </LabelOnLiner>
);
