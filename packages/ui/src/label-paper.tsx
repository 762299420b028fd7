import type { CSSProperties } from 'react';
import css from './label-paper.module.css';

type LabelPaperProps = {
  /** The drawing as {@link labelMarkup} has it, and the id of the element around it. */
  paper: { id: string; html: string };
  /** What is on it, for those who do not see it. */
  title: string;
  className?: string | undefined;
  style?: CSSProperties;
};

/**
 * A drawing of the label engine, one unit a dot, to lie on paper: the engine paints its own white; here the paper is the
 * white, so that it dims in the dark with the rest.
 *
 * @param id lets {@link LabelAgain} show the same drawing elsewhere on the page
 */
export const labelMarkup = (svg: string, id: string): string =>
  svg.replace(/<path fill="#fff"[^>]*\/>/, '').replace('<svg ', `<svg id="${id}" `);

const classes = (extra?: string): string => (extra ? `${css.paper} ${extra}` : (css.paper ?? ''));

/** A label as paper: white, die-cut corners, only dimmed in the dark. As wide as its place; --u is px per mm. */
export const LabelPaper = ({ paper, title, className, style }: LabelPaperProps) => (
  <div
    id={paper.id}
    className={classes(className)}
    style={style}
    role="img"
    aria-label={title}
    // The engine writes numbers and outlines only; texts of people arrive here as outlines.
    dangerouslySetInnerHTML={{ __html: paper.html }}
  />
);

/** The outlines the page's labels are drawn with, each once. One on a page, before its labels; it takes no room. */
export const GlyphDefs = ({ id, html }: { id: string; html: string }) => (
  <svg
    id={id}
    className={css.defs}
    aria-hidden="true"
    // Ids and numbers of the engine; nothing a person typed.
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

type Dots = { x: number; y: number; width: number; height: number };

type LabelAgainProps = {
  /** Of the paper drawn elsewhere on this page. */
  of: string;
  /** The whole label, in dots. */
  widthDots: number;
  heightDots: number;
  /** Only this part of it. */
  part?: Dots;
  className?: string | undefined;
};

/** A drawing that is already on the page, shown once more without being sent twice. Decorative. */
export const LabelAgain = ({ of, widthDots, heightDots, part, className }: LabelAgainProps) => {
  const seen = part ?? { x: 0, y: 0, width: widthDots, height: heightDots };
  return (
    <svg
      className={part ? className : classes(className)}
      viewBox={`${seen.x} ${seen.y} ${seen.width} ${seen.height}`}
      aria-hidden="true"
    >
      <use href={`#${of}`} width={widthDots} height={heightDots} />
    </svg>
  );
};
