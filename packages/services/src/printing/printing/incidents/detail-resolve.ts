import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { DetailState } from '@yunbiao/contract/evidence';
import { DETAIL_STATE_LABELS } from '@yunbiao/contract/printing/print-labels';
import {
  type DetailTable,
  lockMemberRow,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import type { Context, MemberScope } from '../../../platform/context.ts';
import { withOverflowCheck } from '../../overflow/with-overflow-check.ts';
import { createConflictError, createNotFoundError } from '../../../platform/errors.ts';
import { applyDetailChanges } from '../../label-state/details.ts';
import { lockClientOfDetail, lockDetailOfMember } from '../get-batch.ts';
import { DETAIL_BATCH_COLUMNS, selectDetailsWithPrinter } from '../detail-list.ts';
import { listLabelMoves } from '../label-moves.ts';
import { presentDetail } from '../present.ts';
import { applyReprint, planReprint } from '../reprint.ts';

type Scope = { ctx: Context; tx: Tx; detail: Selectable<DetailTable> };

/** States that the member may change to printed. */
const PRINTED_FROM = new Set(['uncertain', 'sent']);

const resolveDetailAsPrinted = async ({ ctx, tx, detail }: Scope): Promise<void> => {
  if (!PRINTED_FROM.has(detail.state))
    throw createConflictError('只有待确认和已送达的标签可以标为已打印');
  await applyDetailChanges({
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
 * Applies the member's decision on a label, or sends it again at the end of the queue as its next
 * attempt.
 * @throws 402 when it needs quota and none is left; 404; 409 for a state that does not allow it,
 * for a state other than the one the decision was made on, and when fonts changed and `newFonts` is
 * not set
 */
export const resolveDetail = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'detailResolve'> }): Promise<CallOutput<'detailResolve'>> =>
  withOverflowCheck(ctx, memberId, (findUnchecked) =>
    runTransaction(ctx.db, async (tx) => {
      if (!(await lockMemberRow(tx, memberId))) throw createNotFoundError('没有这张标签');
      const scope = { id: Number(input.id), memberId };
      // Client before label: a client's hello that removes a printer, and a lease, lock in the same
      // order.
      await lockClientOfDetail(tx, scope);
      const detail = await lockDetailOfMember(tx, scope);
      // A double click, another tab or a page that missed an update: the decision was made on
      // another state.
      if (input.state !== undefined && input.state !== detail.state)
        throw createConflictError(
          `这张标签刚刚变了，现在是“${DETAIL_STATE_LABELS[detail.state as DetailState]}”，看过再定`,
        );
      if (input.action === 'printed') await resolveDetailAsPrinted({ ctx, tx, detail });
      else {
        const plan = await planReprint({ ctx, tx }, [detail], input);
        const unchecked = findUnchecked(plan.questions);
        if (unchecked) return unchecked;
        await applyReprint({ ctx, tx }, plan);
      }
      const row = await selectDetailsWithPrinter(tx)
        .selectAll('detail')
        .select(DETAIL_BATCH_COLUMNS)
        .where('detail.id', '=', detail.id)
        .executeTakeFirstOrThrow();
      return presentDetail(row, (await listLabelMoves(tx, [row])).get(row.id));
    }),
  );
