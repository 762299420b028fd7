import type { DetailTable, Selectable } from '@yunbiao/db';

type Detail = Pick<Selectable<DetailTable>, 'batch_id' | 'data'>;

/** Maximum data per row of several labels, characters: a lease is one message. */
const MAX_DATA = 256 * 1024;

/**
 * Groups queued labels into rows for leasing: `room` labels, plus those that complete the last row.
 * On a roll with several labels across, neighbouring labels of a batch form a row. A row is drawn,
 * sent and counted as a unit. Rows are built only when leased, so that cancelled, expired or resent
 * labels leave no gaps.
 */
export const groupIntoRows = <D extends Detail>(
  queue: readonly D[],
  { room, listColumns }: { room: number; listColumns: (batchId: number) => number },
): [D, ...D[]][] => {
  const rows: [D, ...D[]][] = [];
  let [takenColumns, length] = [0, 0];
  for (const detail of queue) {
    const row = rows.at(-1);
    const joins =
      row !== undefined &&
      row[0].batch_id === detail.batch_id &&
      row.length < listColumns(detail.batch_id) &&
      length + detail.data.length <= MAX_DATA;
    if (!joins && takenColumns >= room) break;
    if (joins) row.push(detail);
    else rows.push([detail]);
    length = joins ? length + detail.data.length : detail.data.length;
    takenColumns += 1;
  }
  return rows;
};
