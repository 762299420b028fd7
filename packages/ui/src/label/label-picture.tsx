import css from './label-picture.module.css';
import { toCssVars } from '../css-vars.ts';

type LabelPictureProps = {
  src: string;
  /** Text alternative. */
  alt: string;
  /** Size of the full label, dots. Shown at one pixel per dot, or smaller when space is short. */
  widthDots: number;
  heightDots: number;
  widthMm: number;
  /** Visible without scrolling, so it loads eagerly. */
  isFirst?: boolean;
};

/**
 * A label image from the server, shown as paper: die-cut corners, dimmed in the dark theme. Prints
 * at its true size.
 */
export const LabelPicture = ({ isFirst = false, ...props }: LabelPictureProps) => {
  const { src, alt, widthDots, heightDots, widthMm } = props;
  return (
    <div
      className={css.paper}
      style={toCssVars({ 'on-screen': `${widthDots}px`, 'on-paper': `${widthMm}mm` })}
    >
      <img
        src={src}
        alt={alt}
        width={widthDots}
        height={heightDots}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
    </div>
  );
};
