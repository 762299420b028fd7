import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type DetailTable,
  lockDetailRows,
  lockMemberRow,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { MemberScope } from '../../../platform/context.ts';
import { lockClientRow } from '../../client/lock-client.ts';
import { withOverflowCheck } from '../../overflow/with-overflow-check.ts';
import { createInvalidInputError, createNotFoundError } from '../../../platform/errors.ts';
import { applyDetailChanges } from '../../label-state/details.ts';
import { getBatchOfMember } from '../get-batch.ts';
import { applyReprint, planReprint } from '../reprint.ts';

type Detail = Selectable<DetailTable>;
type Input = CallParsed<'incidentSettle'>;

/**
 * Locks the named labels of the batch, in printing order. Locks no labels of other batches.
 * @throws 404 when a label belongs to another batch
 */
const lockNamedLabels = async (
  tx: Tx,
  batchId: number,
  ids: readonly number[],
): Promise<Detail[]> => {
  const rows: Detail[] = [];
  for (const part of splitIntoChunks(ids.toSorted((a, b) => a - b))) {
    const { count } = await tx
      .selectFrom('detail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch_id', '=', batchId)
      .where('id', 'in', part)
      .executeTakeFirstOrThrow();
    if (Number(count) < part.length) throw createNotFoundError('批次里没有这张标签');
    rows.push(...(await lockDetailRows(tx, part)));
  }
  return rows;
};

/**
 * Locks the clients of the named labels, in order of id. The member is locked, so no label moves to
 * another client.
 */
const lockClientsOfLabels = async (
  tx: Tx,
  batchId: number,
  ids: readonly number[],
): Promise<void> => {
  const clients = new Set<number>();
  for (const part of splitIntoChunks(ids)) {
    const rows = await tx
      .selectFrom('detail')
      .select('client_id')
      .distinct()
      .where('batch_id', '=', batchId)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) clients.add(row.client_id);
  }
  for (const id of [...clients].sort((a, b) => a - b)) await lockClientRow(tx, id);
};

const requireSelectedLabelIds = ({ printed, reprint }: Input): number[] => {
  const ids = [...printed, ...reprint].map(({ id }) => Number(id));
  if (ids.length === 0) throw createInvalidInputError({ printed: '至少选一张标签' });
  if (new Set(ids).size < ids.length)
    throw createInvalidInputError({ reprint: '同一张标签不能又算已打印，又要重新打印' });
  return ids;
};

/**
 * Applies the member's decision on labels that one incident left uncertain, all or none: some were
 * printed, others are sent again. Refers to the attempt the member saw. Labels that are no longer
 * uncertain, or in a later attempt, stay unchanged, so that a repeated request, another tab or late
 * evidence neither prints twice nor overrides a decision.
 * @throws 400; 402 when a reprint needs quota and none is left; 404; 409 when the printer is gone,
 * or when fonts changed and `newFonts` is not set
 */
export const resolveIncident = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: Input }): Promise<CallOutput<'incidentSettle'>> =>
  withOverflowCheck(ctx, memberId, (findUnchecked) =>
    runTransaction(ctx.db, async (tx) => {
      const ids = requireSelectedLabelIds(input);
      if (!(await lockMemberRow(tx, memberId)))
        throw createNotFoundError(`没有批次 ${input.batchNo}`);
      const batch = await getBatchOfMember(tx, { batchNo: input.batchNo, memberId });
      // Clients before labels: a client's hello that removes a printer, and a lease, lock in the
      // same order.
      await lockClientsOfLabels(tx, batch.id, ids);
      const rows = await lockNamedLabels(tx, batch.id, ids);
      const filterUncertainLabels = (selection: Input['printed']): Detail[] => {
        const attempts = new Map(selection.map(({ id, attempt }) => [Number(id), attempt]));
        return rows.filter(
          ({ id, attempt, state }) => state === 'uncertain' && attempts.get(id) === attempt,
        );
      };
      const [printed, [first, ...rest]] = [
        filterUncertainLabels(input.printed),
        filterUncertainLabels(input.reprint),
      ];
      const plan = first ? await planReprint({ ctx, tx }, [first, ...rest], input) : undefined;
      const unchecked = plan && findUnchecked(plan.questions);
      if (unchecked) return unchecked;
      if (printed.length > 0) {
        const set = { state: 'printed', evidence: 'member', reason: '', ended_at: null } as const;
        await applyDetailChanges({ ctx, tx, changes: [{ ids: printed.map(({ id }) => id), set }] });
      }
      if (plan) await applyReprint({ ctx, tx }, plan);
      const reprint = first ? rest.length + 1 : 0;
      return {
        printed: printed.length,
        reprint,
        unchanged: ids.length - printed.length - reprint,
      };
    }),
  );
