import type { Template } from '@yunbiao/label';
import { listSheetPlaces } from '@yunbiao/label/sheet';
import css from '../pdf/pdf-dialog.module.css';
import type { ReadSheet } from '../pdf/pdf-draft.ts';

/** Figure of the first sheet: used, filled and free places. */
export const SheetFigure = ({
  read,
  template,
  count,
}: {
  read: ReadSheet;
  template: Template;
  count: number;
}) => {
  if (!read.ok || !read.sheet) return null;
  const { paper } = read.sheet;
  return (
    <svg
      className={css.figure}
      viewBox={`0 0 ${paper.widthMm} ${paper.heightMm}`}
      role="img"
      aria-label={`第一页的排法：${read.sheet.columns} 列 ${read.sheet.rows} 行`}
    >
      <rect className={css.paper} width={paper.widthMm} height={paper.heightMm} />
      {listSheetPlaces(read.sheet, template).map(({ xMm, yMm }, place) => (
        <rect
          key={`${xMm} ${yMm}`}
          className={place >= read.skipped && place < read.skipped + count ? css.filled : css.free}
          x={xMm}
          y={yMm}
          width={template.widthMm}
          height={template.heightMm}
        />
      ))}
    </svg>
  );
};
