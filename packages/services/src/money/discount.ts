import { normalCode } from '@yunbiao/contract';
import type { DiscountCodeTable, Executor, Selectable } from '@yunbiao/db';
import { CHINA, MINUTE, wallClock } from '../time.ts';
import { discountFen, reductionText, yuanText } from './discount-rule.ts';

export type DiscountRow = Selectable<DiscountCodeTable>;

/** What became of a code: usable with what it takes off, or why not. */
export type Verdict =
  | { ok: true; row: DiscountRow; offFen: number; text: string }
  | { ok: false; text: string; endsAt: number | null };

type Asked = {
  code: string;
  softwareId: number;
  productId: number;
  amountFen: number;
  /** Null: a visitor; limits a member are then not looked at. */
  memberId: number | null;
  now: number;
};

const dayWords = (ms: number): string => {
  const { month, day } = wallClock(ms, CHINA);
  return `${month} 月 ${day} 日`;
};

/**
 * Uses that are taken: paid orders consume one, pending ones reserve one until they lapse; closed ones give it back. A
 * refunded order keeps its use.
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

const productNames = async (executor: Executor, ids: readonly number[]): Promise<string> => {
  const rows = await executor
    .selectFrom('product')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name).join('、');
};

/** Whether a code can be used at all: it may be stopped, not begun, over or used up. */
export const discountStanding = (
  row: Pick<DiscountRow, 'state' | 'starts_at' | 'ends_at' | 'total_limit'>,
  { uses, now }: { uses: number; now: number },
): 'on' | 'off' | 'soon' | 'over' | 'spent' => {
  if (row.state !== 'on') return 'off';
  if (row.ends_at !== null && now >= row.ends_at) return 'over';
  if (row.starts_at !== null && now < row.starts_at) return 'soon';
  return row.total_limit > 0 && uses >= row.total_limit ? 'spent' : 'on';
};

/** Why the code cannot be used now, on anything, however often it was; null when it can. */
const notNow = (row: DiscountRow, now: number): string | null => {
  const standing = discountStanding(row, { uses: 0, now });
  if (standing === 'off') return '这个码已停用';
  if (standing === 'soon') return `${dayWords(row.starts_at ?? now)}开始可用`;
  // The end is the first instant after it: its last minute lies on the day people were told.
  if (standing === 'over') return `${dayWords((row.ends_at ?? now) - MINUTE)}已过期`;
  return null;
};

/** Why the code itself does not suit this purchase, whoever asks; null when it does. */
const misfit = async (executor: Executor, row: DiscountRow, asked: Asked) => {
  const { amountFen, productId, now } = asked;
  const why = notNow(row, now);
  if (why !== null) return why;
  const products = JSON.parse(row.products) as number[];
  if (products.length > 0 && !products.includes(productId))
    return `不能用于这个方案，可用于${await productNames(executor, products)}`;
  if (amountFen < row.minimum_fen)
    return `满 ${yuanText(row.minimum_fen)} 才能用，还差 ${yuanText(row.minimum_fen - amountFen)}`;
  return null;
};

/** Uses left to the member; null when there is no limit or nobody is signed in. A sentence when none is. */
const left = async (
  executor: Executor,
  row: DiscountRow,
  { memberId, now }: Asked,
): Promise<number | string | null> => {
  const { id } = row;
  if (memberId !== null && row.member_limit > 0) {
    const own = row.member_limit - (await countUses(executor, { id, memberId, now }));
    if (own <= 0) return row.member_limit === 1 ? '你已经用过这个码了' : '你的次数已经用完了';
    if (row.total_limit === 0) return own;
    const all = row.total_limit - (await countUses(executor, { id, memberId: null, now }));
    return all > 0 ? Math.min(own, all) : '这个码已经用完了';
  }
  if (row.total_limit === 0) return null;
  const all = row.total_limit - (await countUses(executor, { id, memberId: null, now }));
  return all > 0 ? null : '这个码已经用完了';
};

const goodText = (row: DiscountRow, offFen: number, uses: number | null): string => {
  const until = row.ends_at === null ? [] : [`${dayWords(row.ends_at - MINUTE)}前下单有效`];
  const own = uses === null ? [] : [`你还能用 ${uses} 次`];
  const enjoy = row.kind === 'percent' ? '享 ' : '';
  const least = row.minimum_fen > 0 ? `满 ${yuanText(row.minimum_fen)} ${enjoy}` : '';
  const head = `${least}${reductionText(row)}，已减 ${yuanText(offFen)}`;
  const rest = [...until, ...own].join('，');
  return rest ? `${head}。${rest}。` : head;
};

const UNKNOWN = '没有这个码，看看 0 和 O、1 和 I';

/**
 * A code that is not this software's. Where it works is said only while it works there and that software is open to all:
 * whoever holds it could find out by trying. Anything else is like no code at all.
 */
const elsewhere = async (
  executor: Executor,
  row: DiscountRow | undefined,
  now: number,
): Promise<string> => {
  if (!row || notNow(row, now) !== null) return UNKNOWN;
  if (row.total_limit > 0) {
    const used = await countUses(executor, { id: row.id, memberId: null, now });
    if (used >= row.total_limit) return UNKNOWN;
  }
  const software = await executor
    .selectFrom('software')
    .select('name')
    .where('id', '=', row.software_id)
    .where('state', '=', 'online')
    .executeTakeFirst();
  return software ? `这个码用于${software.name}` : UNKNOWN;
};

/** Judges a code for a purchase. A code that is unknown, over or used up is an answer, not an error. */
export const judgeDiscount = async (executor: Executor, asked: Asked): Promise<Verdict> => {
  const row = await executor
    .selectFrom('discount_code')
    .selectAll()
    .where('code', '=', normalCode(asked.code))
    .executeTakeFirst();
  if (row?.software_id !== asked.softwareId)
    return { ok: false, text: await elsewhere(executor, row, asked.now), endsAt: null };
  const refuse = (text: string): Verdict => ({ ok: false, text, endsAt: row.ends_at });
  const why = await misfit(executor, row, asked);
  if (why !== null) return refuse(why);
  const uses = await left(executor, row, asked);
  if (typeof uses === 'string') return refuse(uses);
  const offFen = discountFen(row, asked.amountFen);
  return { ok: true, row, offFen, text: goodText(row, offFen, uses) };
};

/** Whether an order made with this code may still be paid: its own use was given back when it closed. */
export const hasUseLeft = async (
  executor: Executor,
  { id, memberId, now }: { id: number; memberId: number; now: number },
): Promise<boolean> => {
  const row = await executor
    .selectFrom('discount_code')
    .select(['total_limit', 'member_limit'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const within = async (limit: number, whose: number | null): Promise<boolean> =>
    limit === 0 || (await countUses(executor, { id, memberId: whose, now })) < limit;
  return (await within(row.total_limit, null)) && (await within(row.member_limit, memberId));
};
