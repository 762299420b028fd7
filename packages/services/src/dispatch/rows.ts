import type { DetailTable, Selectable } from '@yunbiao/db';

type Detail = Pick<Selectable<DetailTable>, 'batch_id' | 'data'>;

/** Characters of data in a row of several: what a lease holds goes over the wire in one message. */
const MAX_DATA = 256 * 1024;

/**
 * The labels of a queue as they are leased, `room` of them or the few more that fill the last row. On a roll with
 * several across, neighbours of one batch are a row: they are drawn, sent and counted as one. Rows are made when there
 * is room for them and not before, so that what was cancelled, expired or sent again meanwhile leaves no hole.
 */
export const listRows = <D extends Detail>(
  queue: readonly D[],
  { room, listColumns }: { room: number; listColumns: (batchId: number) => number },
): [D, ...D[]][] => {
  const rows: [D, ...D[]][] = [];
  let [taken, length] = [0, 0];
  for (const detail of queue) {
    const row = rows.at(-1);
    const joins =
      row !== undefined &&
      row[0].batch_id === detail.batch_id &&
      row.length < listColumns(detail.batch_id) &&
      length + detail.data.length <= MAX_DATA;
    if (!joins && taken >= room) break;
    if (joins) row.push(detail);
    else rows.push([detail]);
    length = joins ? length + detail.data.length : detail.data.length;
    taken += 1;
  }
  return rows;
};
