import css from './label-picture.module.css';
import { vars } from './vars.ts';

type LabelPictureProps = {
  src: string;
  /** What is on it, for those who do not see it. */
  alt: string;
  /** The whole label, in dots: shown a pixel a dot, or smaller where there is no room. */
  widthDots: number;
  heightDots: number;
  widthMm: number;
  /** It is in view from the start. */
  isFirst?: boolean;
};

/** A label drawn by the server in a file of its own, as paper: die-cut corners, only dimmed in the dark. True to size in print. */
export const LabelPicture = ({ isFirst = false, ...props }: LabelPictureProps) => {
  const { src, alt, widthDots, heightDots, widthMm } = props;
  return (
    <div
      className={css.paper}
      style={vars({ 'on-screen': `${widthDots}px`, 'on-paper': `${widthMm}mm` })}
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
