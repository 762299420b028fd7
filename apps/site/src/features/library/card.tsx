import { vars } from '@yunbiao/ui/vars.ts';
import { PublicPicture } from '../../kit/label/on-liner.tsx';
import { sizeText } from '../../kit/printing/print-media.ts';
import type { LibraryRow } from './load-library.ts';
import css from './library.module.css';
import { OpenLink } from './open-link.tsx';

/** A public template: its picture, its name, its size. The whole of it is the link. */
export const Card = ({
  alias,
  row,
  isFirst,
}: {
  alias: string;
  row: LibraryRow;
  isFirst: boolean;
}) => (
  <li style={vars({ w: row.widthMm })}>
    <OpenLink alias={alias} id={row.id} className={css.card ?? ''}>
      <PublicPicture {...row} isFirst={isFirst} />
      <b>{row.name}</b>
      <small>{sizeText(row)}</small>
    </OpenLink>
  </li>
);
