import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import { MAX_LABELS } from '@yunbiao/contract/limits/print';
import {
  runMemberTransaction,
  type Selectable,
  type SerialReservationTable,
  type Tx,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { formatClock } from '../../platform/serial/clock.ts';
import {
  type AllocatedSerials,
  allocateSerials,
  presentSerialRange,
} from '../../platform/serial/serials.ts';
import { getTemplateForMember, type Whose } from '../../platform/template/find.ts';

type Input = CallParsed<'reserveSerials'>;
type Answer = CallOutput<'reserveSerials'>;
type Request = Whose & { ctx: Context; input: Input };

/** Reservations of a member that are stored; the oldest go. Their numbers stay taken. */
const MAX_RESERVATIONS = 1000;

const present = (localTime: string, ranges: readonly AllocatedSerials[]): Answer => ({
  localTime,
  ranges: ranges.map((range) => ({ ...presentSerialRange(range), first: range.first })),
});

const isSameRequest = (row: Selectable<SerialReservationTable>, input: Input): boolean =>
  row.template_id === Number(input.id) &&
  row.version === input.version &&
  row.row_count === input.rows &&
  row.copies === input.copies;

/** The answer to an earlier request with this key. @throws 409 when that was another request */
const findEarlierReservation = async (
  tx: Tx,
  { memberId, input }: Request,
): Promise<Answer | null> => {
  const row = await tx
    .selectFrom('serial_reservation')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', input.idempotencyKey)
    .executeTakeFirst();
  if (!row) return null;
  if (!isSameRequest(row, input))
    throw createConflictError('这个幂等键已经用在另一次占用上了，请换一个');
  return present(row.local_time, JSON.parse(row.ranges) as AllocatedSerials[]);
};

const deleteOldestReservations = async (tx: Tx, memberId: number): Promise<void> => {
  const surplus = await tx
    .selectFrom('serial_reservation')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .offset(MAX_RESERVATIONS)
    .limit(1)
    .executeTakeFirst();
  if (!surplus) return;
  await tx
    .deleteFrom('serial_reservation')
    .where('member_id', '=', memberId)
    .where('id', '<=', surplus.id)
    .execute();
};

const storeReservation = async (tx: Tx, request: Request): Promise<Answer> => {
  const { ctx, input, memberId, softwareId } = request;
  const row = await getTemplateForMember(tx, { memberId, softwareId, id: Number(input.id) });
  if (row.version !== input.version)
    throw createConflictError('这个模板在别处改过了，刷新后再导出');
  const now = ctx.now();
  const at = formatClock(now, input.tz);
  const template = { id: row.id, content: parseTemplate(JSON.parse(row.content)) };
  const { rows, copies } = input;
  const ranges = await allocateSerials(tx, { memberId, template, rows, copies, at, now });
  if (ranges.length === 0) return present(at, []);
  await tx
    .insertInto('serial_reservation')
    .values({
      member_id: memberId,
      template_id: row.id,
      version: row.version,
      idempotency_key: input.idempotencyKey,
      row_count: rows,
      copies,
      local_time: at,
      ranges: JSON.stringify(ranges),
      created_at: now,
    })
    .execute();
  await deleteOldestReservations(tx, memberId);
  return present(at, ranges);
};

/**
 * Takes serial numbers of a template for a file, as a batch of as many rows and copies would. They
 * are never assigned again. A repeat with the same key returns the same numbers.
 * @throws 400 for too many labels; 404; 409 for a key of another request, a template that is saved
 * in another version, or too few numbers left
 */
export const reserveSerials = async (request: Request): Promise<Answer> => {
  const { ctx, input, memberId } = request;
  if (input.rows * input.copies > MAX_LABELS)
    throw createInvalidInputError({
      rows: `一次最多占用 ${MAX_LABELS.toLocaleString('zh-CN')} 张标签的号`,
    });
  // The member's lock serializes this with submissions, which take numbers of the same counters.
  return runMemberTransaction(
    ctx.db,
    memberId,
    async (tx) => (await findEarlierReservation(tx, request)) ?? storeReservation(tx, request),
  );
};
