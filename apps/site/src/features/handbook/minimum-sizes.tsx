import { Status } from '@yunbiao/ui';
import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import { SCAN_KINDS, SCAN_WORDS } from '../../kit/label/scan/scan-status.ts';
import css from './entry.module.css';
import type { Entry } from './load-handbook.ts';
import { formatCodeSize } from './size-text.ts';

type Level = Entry['sizes'][number];

const MinimumSizeItem = ({ level: { title, rows, picture } }: { level: Level }) => {
  const [size] = rows;
  if (!picture || !size) return null;
  return (
    <li>
      <div className={css.alone}>
        <LabelPicture {...picture} src={picture.url} />
      </div>
      <p>
        <b>{title}</b> {formatCodeSize(size)}
      </p>
      {size.reads && <Status kind={SCAN_KINDS[size.reads]}>{SCAN_WORDS[size.reads]}</Status>}
    </li>
  );
};

/**
 * The minimum size of the code for each level, at the scale of the picture above. The red frame is
 * its box.
 */
export const MinimumSizes = ({ sizes }: { sizes: Entry['sizes'] }) => (
  <ul className={css.smallest}>
    {sizes.map((level) => (
      <MinimumSizeItem key={level.title} level={level} />
    ))}
  </ul>
);
