import type { ClientTable, DetailTable, Selectable, Tx } from '@yunbiao/db';
import { canClientDraw, canDrawAll } from '../drawing/index.ts';

type Client = Pick<Selectable<ClientTable>, 'id' | 'member_id' | 'draws' | 'features'>;
type Waiting = Pick<Selectable<DetailTable>, 'id' | 'batch_id' | 'queue_order'>;

type Asked = {
  client: Client;
  localId: string;
  now: number;
  /** Labels, at most. */
  limit: number;
};

/** Labels looked at together behind the first of a queue that cannot be drawn. */
const PAGE = 500;
/** Batches that cannot be drawn, which the database passes over; what is of others is passed over here. */
const MAX_EXCLUDED = 500;

/** A part of what waits for a printer, in queue order. */
const readQueue = (
  tx: Tx,
  { client, localId, now, limit }: Asked,
  { after, excluded }: { after: Waiting | undefined; excluded: readonly number[] },
): Promise<Waiting[]> =>
  tx
    .selectFrom('detail')
    .innerJoin('printer', 'printer.id', 'detail.printer_id')
    .select(['detail.id', 'detail.batch_id', 'detail.queue_order'])
    .where('printer.client_id', '=', client.id)
    .where('printer.local_id', '=', localId)
    .where('printer.gone', '=', 0)
    .where('detail.state', '=', 'queued')
    .where('detail.expires_at', '>', now)
    // On its way to another printer.
    .where('detail.recall', '=', 0)
    // It would print what is only shown of them.
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

/** Notes of the batches of some labels whether the client draws them; each is looked at once. */
const noteDrawable = async (
  tx: Tx,
  client: Client,
  labels: readonly Waiting[],
  drawable: Map<number, boolean>,
): Promise<void> => {
  const fresh = new Set(labels.map((label) => label.batch_id).filter((id) => !drawable.has(id)));
  if (fresh.size === 0) return;
  const batches = await tx
    .selectFrom('batch')
    .select(['id', 'needs'])
    .where('id', 'in', [...fresh])
    .execute();
  for (const batch of batches) drawable.set(batch.id, canClientDraw(client, batch));
};

/**
 * Ids of the next labels of a printer, in queue order. What its client cannot draw waits for a newer one, and nothing waits
 * behind it: of such a client the batches of this queue are looked at, as far as it takes.
 */
export const listNext = async (tx: Tx, asked: Asked): Promise<number[]> => {
  const { client, limit } = asked;
  let page = await readQueue(tx, asked, { after: undefined, excluded: [] });
  if (canDrawAll(client)) return page.map(({ id }) => id);
  const drawable = new Map<number, boolean>();
  const found: number[] = [];
  for (let size = limit; ; size = PAGE) {
    await noteDrawable(tx, client, page, drawable);
    for (const label of page) if (drawable.get(label.batch_id)) found.push(label.id);
    if (found.length >= limit || page.length < size) return found.slice(0, limit);
    const excluded = [...drawable].flatMap(([id, isDrawable]) => (isDrawable ? [] : [id]));
    page = await readQueue(
      tx,
      { ...asked, limit: PAGE },
      { after: page.at(-1), excluded: excluded.slice(0, MAX_EXCLUDED) },
    );
  }
};
