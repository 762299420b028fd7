import { Status } from '@yunbiao/ui';
import { LabelPicture } from '@yunbiao/ui/label-picture.tsx';
import { SCAN_KINDS, SCAN_WORDS } from '../../kit/label/scan-words.ts';
import css from './entry.module.css';
import type { Entry } from './load-handbook.ts';
import { wholeText } from './size-text.ts';

type Level = Entry['sizes'][number];

const One = ({ level: { title, rows, picture } }: { level: Level }) => {
  const [size] = rows;
  if (!picture || !size) return null;
  return (
    <li>
      <div className={css.alone}>
        <LabelPicture {...picture} src={picture.url} />
      </div>
      <p>
        <b>{title}</b> {wholeText(size)}
      </p>
      {size.reads && <Status kind={SCAN_KINDS[size.reads]}>{SCAN_WORDS[size.reads]}</Status>}
    </li>
  );
};

/** The code as small as each level lets it be, at the scale of the picture above; the needle shows its box. */
export const Smallest = ({ sizes }: { sizes: Entry['sizes'] }) => (
  <ul className={css.smallest}>
    {sizes.map((level) => (
      <One key={level.title} level={level} />
    ))}
  </ul>
);
