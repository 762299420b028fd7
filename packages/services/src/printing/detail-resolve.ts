import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { DetailState } from '@yunbiao/contract/evidence';
import { DETAIL_STATE_WORDS } from '@yunbiao/contract/print-words';
import { type DetailTable, lockMember, type Selectable, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { withLooks } from '../cut-off/looks.ts';
import { conflict, notFound } from '../errors.ts';
import { settleDetails } from '../label-state/details.ts';
import { lockClientOfDetail, lockDetailOfMember } from './get-batch.ts';
import { OF_BATCH, placedDetails } from './detail-list.ts';
import { listMoves } from './label-moves.ts';
import { presentDetail } from './present.ts';
import { sendAgain } from './send-again.ts';

type Scope = { ctx: Context; tx: Tx; detail: Selectable<DetailTable> };

/** A member's word settles what the printer could not tell. */
const PRINTED_FROM = new Set(['uncertain', 'sent']);

const markPrinted = async ({ ctx, tx, detail }: Scope): Promise<void> => {
  if (!PRINTED_FROM.has(detail.state)) throw conflict('只有待确认和已送达的标签可以标为已打印');
  await settleDetails({
    ctx,
    tx,
    changes: [
      {
        ids: [detail.id],
        set: { state: 'printed', evidence: 'member', reason: '', ended_at: null },
      },
    ],
  });
};

/**
 * Settles a label by the member's word, or sends it again: at the end of the queue, under the next attempt.
 * @throws 402 when it needs a place in the quota and none is free, 404, 409 from a state that
 * does not allow it, or that is not the one it was decided on, and when fonts have changed and nobody says `newFonts`
 */
export const resolveDetail = ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'detailResolve'>;
}): Promise<CallOutput<'detailResolve'>> =>
  withLooks(ctx, memberId, (requireWhole) =>
    transaction(ctx.db, async (tx) => {
      if (!(await lockMember(tx, memberId))) throw notFound('没有这张标签');
      const scope = { id: Number(input.id), memberId };
      // Before the label: a hello that takes its printer away, and a lease, take them in this order too.
      await lockClientOfDetail(tx, scope);
      const detail = await lockDetailOfMember(tx, scope);
      // A second press, another tab, a page that missed the news: nobody has looked at what it is now.
      if (input.state !== undefined && input.state !== detail.state)
        throw conflict(
          `这张标签刚刚变了，现在是“${DETAIL_STATE_WORDS[detail.state as DetailState]}”，看过再定`,
        );
      if (input.action === 'printed') await markPrinted({ ctx, tx, detail });
      else await sendAgain({ ctx, tx, requireWhole }, [detail], input);
      const row = await placedDetails(tx)
        .selectAll('detail')
        .select(OF_BATCH)
        .where('detail.id', '=', detail.id)
        .executeTakeFirstOrThrow();
      return presentDetail(row, (await listMoves(tx, [row])).get(row.id));
    }),
  );
