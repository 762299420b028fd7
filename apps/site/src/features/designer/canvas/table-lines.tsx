import type { TableElement } from '@yunbiao/label';
import css from '../designer.module.css';
import type { LiveChange, View } from '../designer.ts';
import { listInnerLines } from '@yunbiao/designer/table';

/** Width of the grip on each side of a line, px. */
const GRIP_PX = 4;

/** Grips on the inner lines of the selected table, and the dragged line. */
export const TableLines = ({
  table,
  view,
  live,
}: {
  table: TableElement;
  view: View;
  live: LiveChange | null;
}) => {
  const [leftPx, top] = [table.xMm * view.scale + view.xPx, table.yMm * view.scale + view.yPx];
  const [wide, high] = [table.widthMm * view.scale, table.heightMm * view.scale];
  if (live?.kind === 'line') {
    const at = live.at * view.scale + (live.axis === 'columns' ? view.xPx : view.yPx);
    const ends =
      live.axis === 'columns'
        ? { x1: at, x2: at, y1: top, y2: top + high }
        : { x1: leftPx, x2: leftPx + wide, y1: at, y2: at };
    return <line className={css.chosen} {...ends} />;
  }
  return live
    ? null
    : listInnerLines(table).map(({ axis, index, atMm }) => {
        const at = atMm * view.scale - GRIP_PX;
        const box =
          axis === 'columns'
            ? { x: leftPx + at, y: top, width: 2 * GRIP_PX, height: high }
            : { x: leftPx, y: top + at, width: wide, height: 2 * GRIP_PX };
        return (
          <rect
            key={`${axis}${index}`}
            className={css.lineGrip}
            data-line={axis}
            data-index={index}
            {...box}
          />
        );
      });
};
