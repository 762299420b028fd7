import type { CSSProperties } from 'react';
import css from './label-paper.module.css';

type LabelPaperProps = {
  /** The drawing from {@link prepareLabelSvg}, and the ID of the element around it. */
  paper: { id: string; html: string };
  /** Text alternative. */
  title: string;
  className?: string | undefined;
  style?: CSSProperties;
};

/**
 * Prepares a drawing of the label engine (one unit per dot) for {@link LabelPaper}. Removes the
 * white background, because the paper element provides it and dims it in the dark theme.
 *
 * @param id lets {@link LabelReference} show the same drawing elsewhere on the page
 */
export const prepareLabelSvg = (svg: string, id: string): string =>
  svg.replace(/<path fill="#fff"[^>]*\/>/, '').replace('<svg ', `<svg id="${id}" `);

const joinClasses = (extra?: string): string =>
  extra ? `${css.paper} ${extra}` : (css.paper ?? '');

/**
 * A label shown as paper: white, die-cut corners, dimmed in the dark theme. As wide as its
 * container; --u is px per mm.
 */
export const LabelPaper = ({ paper, title, className, style }: LabelPaperProps) => (
  <div
    id={paper.id}
    className={joinClasses(className)}
    style={style}
    role="img"
    aria-label={title}
    // The engine writes numbers and outlines only. User texts are converted to outlines.
    dangerouslySetInnerHTML={{ __html: paper.html }}
  />
);

/**
 * Glyph outlines used by the page's labels, each once. Render it once per page, before the labels.
 * It takes no space.
 */
export const GlyphDefs = ({ id, html }: { id: string; html: string }) => (
  <svg
    id={id}
    className={css.defs}
    aria-hidden="true"
    // Contains only IDs and numbers of the engine, no user input.
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

type Dots = { x: number; y: number; width: number; height: number };

type LabelReferenceProps = {
  /** ID of the paper that is drawn elsewhere on this page. */
  paperId: string;
  /** Size of the full label, dots. */
  widthDots: number;
  heightDots: number;
  /** Shows only this part, dots. */
  part?: Dots;
  className?: string | undefined;
};

/** Shows a drawing of this page a second time without sending it twice. Decorative. */
export const LabelReference = ({
  paperId,
  widthDots,
  heightDots,
  part,
  className,
}: LabelReferenceProps) => {
  const visiblePart = part ?? { x: 0, y: 0, width: widthDots, height: heightDots };
  return (
    <svg
      className={part ? className : joinClasses(className)}
      viewBox={`${visiblePart.x} ${visiblePart.y} ${visiblePart.width} ${visiblePart.height}`}
      aria-hidden="true"
    >
      <use href={`#${paperId}`} width={widthDots} height={heightDots} />
    </svg>
  );
};
