import { useLayoutEffect, useRef } from 'react';
import type { DrawnLabel } from './engine.ts';
import css from './label.module.css';

type DotCanvasProps = {
  drawn: DrawnLabel;
  /** Size on the page, CSS px; left out: the style of its place says it. */
  widthPx?: number;
  heightPx?: number;
  /** What is on it, for those who do not see it. */
  title: string;
  /** Whole pixels per dot; without it the label is scaled smoothly, as a picture. */
  exact?: boolean;
};

/** A drawn label on a canvas that has exactly one pixel a dot. */
export const DotCanvas = ({ drawn, widthPx, heightPx, title, exact = false }: DotCanvasProps) => {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const image = new ImageData(drawn.rgba, drawn.widthDots, drawn.heightDots);
    ref.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [drawn]);
  return (
    <canvas
      ref={ref}
      className={exact ? `${css.canvas} ${css.exact}` : css.canvas}
      width={drawn.widthDots}
      height={drawn.heightDots}
      style={widthPx === undefined ? undefined : { width: widthPx, height: heightPx }}
      role="img"
      aria-label={title}
    />
  );
};
