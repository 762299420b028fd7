import css from './picture.module.css';

/** A small picture on paper. The caller shows its name, so it has none for screen readers. */
export const PictureFrame = ({
  thumb,
  isChosen = false,
}: {
  thumb: string;
  isChosen?: boolean;
}) => (
  <span className={isChosen ? `${css.frame} ${css.chosen}` : css.frame}>
    <img src={thumb} alt="" loading="lazy" decoding="async" />
  </span>
);
