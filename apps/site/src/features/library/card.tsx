import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { PublicPicture } from '../../kit/label/on-liner.tsx';
import { formatLabelSize } from '../../kit/printing/print-media.ts';
import type { LibraryRow } from './load-library.ts';
import css from './library.module.css';
import { OpenLink } from './open-link.tsx';

/** Card of a public template with picture, name and size. The complete card is a link. */
export const TemplateCard = ({
  alias,
  row,
  isFirst,
}: {
  alias: string;
  row: LibraryRow;
  isFirst: boolean;
}) => (
  <li style={toCssVars({ w: row.widthMm })}>
    <OpenLink alias={alias} id={row.id} className={css.card ?? ''}>
      <PublicPicture {...row} isFirst={isFirst} />
      <b>{row.name}</b>
      <small>{formatLabelSize(row)}</small>
    </OpenLink>
  </li>
);
