import { Icon } from '@yunbiao/ui/icon.tsx';
import { choosePicture } from './choose-picture.ts';
import css from './picture.module.css';
import { formatPictureValue } from './picture-lookup.ts';

/** Button at a field that names a picture: writes the name of a chosen one into it. */
export const PictureCellButton = ({
  label,
  onChoose,
}: {
  /** Of the field, for screen readers. */
  label: string;
  onChoose: (value: string) => void;
}) => (
  <button
    type="button"
    className={`icon-button ${css.cellButton}`}
    aria-label={`选择图片：${label}`}
    title="从图片库选择"
    onClick={() =>
      void choosePicture().then(
        (chosen) => chosen && 'picture' in chosen && onChoose(formatPictureValue(chosen.picture)),
      )
    }
  >
    <Icon name="file" />
  </button>
);
