import { normalizeDiscountCode } from '@yunbiao/contract';
import type { DiscountCodeTable, Executor, Selectable } from '@yunbiao/db';
import { CHINA, MINUTE, toWallClock } from '../../platform/time.ts';
import { computeDiscountFen, describeReduction, formatYuan } from './discount-rule.ts';

export type DiscountRow = Selectable<DiscountCodeTable>;

/** Result for a code: the discount, or the reason why it does not apply. */
export type DiscountVerdict =
  | { ok: true; row: DiscountRow; offFen: number; text: string }
  | { ok: false; text: string; endsAt: number | null };

type DiscountRequest = {
  code: string;
  softwareId: number;
  productId: number;
  amountFen: number;
  /** Null for a visitor; limits per member are not checked then. */
  memberId: number | null;
  now: number;
};

const formatMonthDay = (ms: number): string => {
  const { month, day } = toWallClock(ms, CHINA);
  return `${month} 月 ${day} 日`;
};

/**
 * Counts uses: a paid order consumes one, a pending order reserves one until it expires, a closed
 * order returns it. A refunded order keeps its use.
 */
const countUses = async (
  executor: Executor,
  { id, memberId, now }: { id: number; memberId: number | null; now: number },
): Promise<number> => {
  const row = await executor
    .selectFrom('member_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('discount_code_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['paid', 'refunding', 'refunded']),
        eb.and([eb('state', '=', 'pending'), eb('expires_at', '>', now)]),
      ]),
    )
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId ?? 0))
    .executeTakeFirstOrThrow();
  return row.count;
};

const readProductNames = async (executor: Executor, ids: readonly number[]): Promise<string> => {
  const rows = await executor
    .selectFrom('product')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name).join('、');
};

/** Status of a code: disabled, not started, expired or used up. */
export const getDiscountStatus = (
  row: Pick<DiscountRow, 'state' | 'starts_at' | 'ends_at' | 'total_limit'>,
  { uses, now }: { uses: number; now: number },
): 'on' | 'off' | 'soon' | 'over' | 'spent' => {
  if (row.state !== 'on') return 'off';
  if (row.ends_at !== null && now >= row.ends_at) return 'over';
  if (row.starts_at !== null && now < row.starts_at) return 'soon';
  return row.total_limit > 0 && uses >= row.total_limit ? 'spent' : 'on';
};

/**
 * Reason why the code cannot be used now for any product, without counting uses; null when it can.
 */
const explainDiscountNotUsable = (row: DiscountRow, now: number): string | null => {
  const status = getDiscountStatus(row, { uses: 0, now });
  if (status === 'off') return '这个码已停用';
  if (status === 'soon') return `${formatMonthDay(row.starts_at ?? now)}开始可用`;
  // The end is exclusive: its last minute lies on the day that was announced.
  if (status === 'over') return `${formatMonthDay((row.ends_at ?? now) - MINUTE)}已过期`;
  return null;
};

/** Reason why the code does not apply to this purchase, for any member; null when it does. */
const explainWhyCodeDoesNotApply = async (
  executor: Executor,
  row: DiscountRow,
  request: DiscountRequest,
) => {
  const { amountFen, productId, now } = request;
  const reason = explainDiscountNotUsable(row, now);
  if (reason !== null) return reason;
  const products = JSON.parse(row.products) as number[];
  if (products.length > 0 && !products.includes(productId))
    return `不能用于这个方案，可用于${await readProductNames(executor, products)}`;
  if (amountFen < row.minimum_fen)
    return `满 ${formatYuan(row.minimum_fen)} 才能用，还差 ${formatYuan(row.minimum_fen - amountFen)}`;
  return null;
};

/**
 * Uses left to the member; null without a limit or without a signed-in member. Returns a message
 * when none is left.
 */
const computeUsesLeft = async (
  executor: Executor,
  row: DiscountRow,
  { memberId, now }: DiscountRequest,
): Promise<number | string | null> => {
  const { id } = row;
  if (memberId !== null && row.member_limit > 0) {
    const memberUsesLeft = row.member_limit - (await countUses(executor, { id, memberId, now }));
    if (memberUsesLeft <= 0)
      return row.member_limit === 1 ? '你已经用过这个码了' : '你的次数已经用完了';
    if (row.total_limit === 0) return memberUsesLeft;
    const totalLeft = row.total_limit - (await countUses(executor, { id, memberId: null, now }));
    return totalLeft > 0 ? Math.min(memberUsesLeft, totalLeft) : '这个码已经用完了';
  }
  if (row.total_limit === 0) return null;
  const totalLeft = row.total_limit - (await countUses(executor, { id, memberId: null, now }));
  return totalLeft > 0 ? null : '这个码已经用完了';
};

const describeDiscount = (row: DiscountRow, offFen: number, uses: number | null): string => {
  const validUntil =
    row.ends_at === null ? [] : [`${formatMonthDay(row.ends_at - MINUTE)}前下单有效`];
  const ownUses = uses === null ? [] : [`你还能用 ${uses} 次`];
  const prefix = row.kind === 'percent' ? '享 ' : '';
  const minimumText = row.minimum_fen > 0 ? `满 ${formatYuan(row.minimum_fen)} ${prefix}` : '';
  const head = `${minimumText}${describeReduction(row)}，已减 ${formatYuan(offFen)}`;
  const conditions = [...validUntil, ...ownUses].join('，');
  return conditions ? `${head}。${conditions}。` : head;
};

const UNKNOWN = '没有这个码，看看 0 和 O、1 和 I';

/**
 * Message for a code of another software. Names that software only while the code works there and
 * the software is online, because the holder could find that out by trying. Otherwise the code
 * counts as unknown.
 */
const explainCodeOfOtherSoftware = async (
  executor: Executor,
  row: DiscountRow | undefined,
  now: number,
): Promise<string> => {
  if (!row || explainDiscountNotUsable(row, now) !== null) return UNKNOWN;
  if (row.total_limit > 0) {
    const usedCount = await countUses(executor, { id: row.id, memberId: null, now });
    if (usedCount >= row.total_limit) return UNKNOWN;
  }
  const software = await executor
    .selectFrom('software')
    .select('name')
    .where('id', '=', row.software_id)
    .where('state', '=', 'online')
    .executeTakeFirst();
  return software ? `这个码用于${software.name}` : UNKNOWN;
};

/** Checks a code for a purchase. An unknown, expired or used-up code is a result, not an error. */
export const evaluateDiscountCode = async (
  executor: Executor,
  request: DiscountRequest,
): Promise<DiscountVerdict> => {
  const row = await executor
    .selectFrom('discount_code')
    .selectAll()
    .where('code', '=', normalizeDiscountCode(request.code))
    .executeTakeFirst();
  if (row?.software_id !== request.softwareId)
    return {
      ok: false,
      text: await explainCodeOfOtherSoftware(executor, row, request.now),
      endsAt: null,
    };
  const createDiscountRefusal = (text: string): DiscountVerdict => ({
    ok: false,
    text,
    endsAt: row.ends_at,
  });
  const reason = await explainWhyCodeDoesNotApply(executor, row, request);
  if (reason !== null) return createDiscountRefusal(reason);
  const uses = await computeUsesLeft(executor, row, request);
  if (typeof uses === 'string') return createDiscountRefusal(uses);
  const offFen = computeDiscountFen(row, request.amountFen);
  return { ok: true, row, offFen, text: describeDiscount(row, offFen, uses) };
};

/** Whether an order with this code can still be paid after it closed and returned its use. */
export const hasDiscountUseLeft = async (
  executor: Executor,
  { id, memberId, now }: { id: number; memberId: number; now: number },
): Promise<boolean> => {
  const row = await executor
    .selectFrom('discount_code')
    .select(['total_limit', 'member_limit'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isWithinUseLimit = async (limit: number, memberId: number | null): Promise<boolean> =>
    limit === 0 || (await countUses(executor, { id, memberId, now })) < limit;
  return (
    (await isWithinUseLimit(row.total_limit, null)) &&
    (await isWithinUseLimit(row.member_limit, memberId))
  );
};
