import type { CSSProperties } from 'react';
import css from './label-paper.module.css';

type LabelPaperProps = {
  /** Drawn by the label engine: one unit is one dot. */
  svg: string;
  /** What is on it, for those who do not see it. */
  title: string;
  /** For {@link LabelAgain}. */
  id?: string;
  className?: string;
  style?: CSSProperties;
};

/** A label as paper: white, die-cut corners, only dimmed in the dark. As wide as its place; --u is px per mm. */
export const LabelPaper = ({ svg, title, id, className, style }: LabelPaperProps) => (
  <div
    id={id}
    className={className ? `${css.paper} ${className}` : css.paper}
    style={style}
    role="img"
    aria-label={title}
    // The engine writes numbers and outlines only; texts of people arrive here as outlines.
    dangerouslySetInnerHTML={{ __html: svg }}
  />
);
