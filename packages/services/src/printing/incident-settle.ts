import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type DetailTable,
  lockDetails,
  lockMember,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { lockClient } from '../client/lock-client.ts';
import { withLooks } from '../cut-off/looks.ts';
import { invalid, notFound } from '../errors.ts';
import { settleDetails } from '../label-state/details.ts';
import { getBatchOfMember } from './get-batch.ts';
import { sendAgain } from './send-again.ts';

type Detail = Selectable<DetailTable>;
type Input = CallParsed<'incidentSettle'>;

/**
 * The named labels of the batch, in printing order. Nobody else's are locked.
 * @throws 404 when one is of another batch
 */
const lockNamed = async (tx: Tx, batchId: number, ids: readonly number[]): Promise<Detail[]> => {
  const rows: Detail[] = [];
  for (const part of chunks(ids.toSorted((a, b) => a - b))) {
    const { count } = await tx
      .selectFrom('detail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch_id', '=', batchId)
      .where('id', 'in', part)
      .executeTakeFirstOrThrow();
    if (Number(count) < part.length) throw notFound('批次里没有这张标签');
    rows.push(...(await lockDetails(tx, part)));
  }
  return rows;
};

/** The clients that have the named labels, by id; the member is locked, so that none is moved to another meanwhile. */
const lockClients = async (tx: Tx, batchId: number, ids: readonly number[]): Promise<void> => {
  const clients = new Set<number>();
  for (const part of chunks(ids)) {
    const rows = await tx
      .selectFrom('detail')
      .select('client_id')
      .distinct()
      .where('batch_id', '=', batchId)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) clients.add(row.client_id);
  }
  for (const id of [...clients].sort((a, b) => a - b)) await lockClient(tx, id);
};

const listIds = ({ printed, reprint }: Input): number[] => {
  const ids = [...printed, ...reprint].map(({ id }) => Number(id));
  if (ids.length === 0) throw invalid({ printed: '至少选一张标签' });
  if (new Set(ids).size < ids.length)
    throw invalid({ reprint: '同一张标签不能又算已打印，又要重打' });
  return ids;
};

/**
 * The member's word on the labels one incident left uncertain, all of them or none: these came out, those are sent
 * again. It is about the attempt the member saw. What is no longer uncertain, or is so in a later attempt, is left as
 * it is, so that a repeat, another tab or a late proof neither prints twice nor undoes a word.
 * @throws 400, 402 when sending again needs a place in the quota and none is free, 404, 409 when the printer is gone,
 * and when fonts have changed and nobody says `newFonts`
 */
export const settleIncident = ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: Input;
}): Promise<CallOutput<'incidentSettle'>> =>
  withLooks(ctx, memberId, (requireWhole) =>
    transaction(ctx.db, async (tx) => {
      const ids = listIds(input);
      if (!(await lockMember(tx, memberId))) throw notFound(`没有批次 ${input.batchNo}`);
      const batch = await getBatchOfMember(tx, { batchNo: input.batchNo, memberId });
      // Before the labels: a hello that takes their printer away, and a lease, take them in this order too.
      await lockClients(tx, batch.id, ids);
      const rows = await lockNamed(tx, batch.id, ids);
      const findOpen = (named: Input['printed']): Detail[] => {
        const attempts = new Map(named.map(({ id, attempt }) => [Number(id), attempt]));
        return rows.filter(
          ({ id, attempt, state }) => state === 'uncertain' && attempts.get(id) === attempt,
        );
      };
      const [printed, [first, ...rest]] = [findOpen(input.printed), findOpen(input.reprint)];
      if (printed.length > 0) {
        const set = { state: 'printed', evidence: 'member', reason: '', ended_at: null } as const;
        await settleDetails({ ctx, tx, changes: [{ ids: printed.map(({ id }) => id), set }] });
      }
      if (first) await sendAgain({ ctx, tx, requireWhole }, [first, ...rest], input);
      const reprint = first ? rest.length + 1 : 0;
      return {
        printed: printed.length,
        reprint,
        unchanged: ids.length - printed.length - reprint,
      };
    }),
  );
