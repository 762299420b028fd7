import { useLayoutEffect, useRef } from 'react';
import type { DrawnLabel } from './engine/engine.ts';
import css from './label.module.css';

type DotCanvasProps = {
  drawn: DrawnLabel;
  /** Size on the page, CSS px. When omitted, CSS determines the size. */
  widthPx?: number;
  heightPx?: number;
  /** Text alternative for screen readers. */
  title: string;
  /** Uses a whole number of pixels per dot. Otherwise the label is scaled smoothly. */
  exact?: boolean;
};

/** Draws a label on a canvas with exactly one pixel per dot. */
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
