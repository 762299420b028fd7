import type { ClientTable, DetailTable, Selectable, Tx } from '@yunbiao/db';
import { canClientDraw, canClientDrawEverything } from '../capabilities/index.ts';

type Client = Pick<Selectable<ClientTable>, 'id' | 'member_id' | 'draws' | 'features'>;
type QueuedLabel = Pick<Selectable<DetailTable>, 'id' | 'batch_id' | 'queue_order'>;

type QueueFilter = {
  client: Client;
  localId: string;
  now: number;
  /** Maximum number of labels. */
  limit: number;
};

/** Page size when searching beyond labels that the client cannot draw. */
const PAGE_SIZE = 500;
/** Maximum number of undrawable batches that the SQL query excludes. Others are skipped here. */
const MAX_EXCLUDED = 500;

/** A page of queued labels of a printer, in queue order. */
const readQueue = (
  tx: Tx,
  { client, localId, now, limit }: QueueFilter,
  { after, excluded }: { after: QueuedLabel | undefined; excluded: readonly number[] },
): Promise<QueuedLabel[]> =>
  tx
    .selectFrom('detail')
    .innerJoin('printer', 'printer.id', 'detail.printer_id')
    .select(['detail.id', 'detail.batch_id', 'detail.queue_order'])
    .where('printer.client_id', '=', client.id)
    .where('printer.local_id', '=', localId)
    .where('printer.gone', '=', 0)
    .where('detail.state', '=', 'queued')
    .where('detail.expires_at', '>', now)
    // Skips labels that are being moved to another printer.
    .where('detail.recall', '=', 0)
    // A client without `raw` would print the preview of a raw job.
    .$if(!client.features.split(' ').includes('raw'), (query) =>
      query.where('detail.batch_id', 'not in', (eb) =>
        eb.selectFrom('raw_job').select('batch_id').where('member_id', '=', client.member_id),
      ),
    )
    .$if(excluded.length > 0, (query) => query.where('detail.batch_id', 'not in', excluded))
    .$if(after !== undefined, (query) =>
      query
        .where('detail.queue_order', '>=', after?.queue_order ?? 0)
        .where((eb) =>
          eb.or([
            eb('detail.queue_order', '>', after?.queue_order ?? 0),
            eb('detail.id', '>', after?.id ?? 0),
          ]),
        ),
    )
    .orderBy('detail.queue_order')
    .orderBy('detail.id')
    .limit(limit)
    .execute();

/** Determines for new batches whether the client can draw them. Reads each batch once. */
const recordDrawableBatches = async (
  tx: Tx,
  client: Client,
  labels: readonly QueuedLabel[],
  drawable: Map<number, boolean>,
): Promise<void> => {
  const newlyDrawable = new Set(
    labels.map((label) => label.batch_id).filter((id) => !drawable.has(id)),
  );
  if (newlyDrawable.size === 0) return;
  const batches = await tx
    .selectFrom('batch')
    .select(['id', 'needs'])
    .where('id', 'in', [...newlyDrawable])
    .execute();
  for (const batch of batches) drawable.set(batch.id, canClientDraw(client, batch));
};

/**
 * Ids of the next labels of a printer, in queue order. Labels the client cannot draw wait for an
 * update and do not block those behind them. For such a client the queue is searched page by page.
 */
export const listNextLabelIds = async (tx: Tx, filter: QueueFilter): Promise<number[]> => {
  const { client, limit } = filter;
  let page = await readQueue(tx, filter, { after: undefined, excluded: [] });
  if (canClientDrawEverything(client)) return page.map(({ id }) => id);
  const drawable = new Map<number, boolean>();
  const nextIds: number[] = [];
  for (let size = limit; ; size = PAGE_SIZE) {
    await recordDrawableBatches(tx, client, page, drawable);
    for (const label of page) if (drawable.get(label.batch_id)) nextIds.push(label.id);
    if (nextIds.length >= limit || page.length < size) return nextIds.slice(0, limit);
    const excluded = [...drawable].flatMap(([id, isDrawable]) => (isDrawable ? [] : [id]));
    page = await readQueue(
      tx,
      { ...filter, limit: PAGE_SIZE },
      { after: page.at(-1), excluded: excluded.slice(0, MAX_EXCLUDED) },
    );
  }
};
