import { z } from 'zod';
import { day, int, text } from './fields.ts';
import { DISCOUNT_CODE_LENGTH, PLAN_NAME_LENGTH } from './limits/money.ts';

/** An amount people write in yuan, read as fen: `29`, `29.9`, `29.90`. */
const yuan = (title: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, `${title}要写成元，例如 29 或 29.90`)
    .transform((value) => Math.round(Number(value) * 100))
    .meta({ title });

const allowed = (title: string) => int(title, { min: 0, max: 100_000_000 });

/** What an operator writes of a plan on sale. */
export const planInput = z.object({
  name: text('名称', PLAN_NAME_LENGTH, 1),
  /** Yuan on the way in, fen after. */
  price: yuan('价格'),
  listPrice: yuan('原价').optional(),
  days: int('天数', { min: 1, max: 3_660 }),
  /** The higher plan is the one a member keeps while both run. */
  level: int('等级', { min: 1, max: 99 }).default(1),
  sort: int('次序', { min: 0, max: 9_999 }).optional(),
  labelsPerMonth: allowed('每月标签'),
  clients: allowed('打印客户端'),
  printers: allowed('打印机配置'),
  templates: allowed('模板'),
  retentionDays: allowed('记录保留天数'),
  apiCallsPerMinute: allowed('每分钟接口调用'),
});

export type PlanInput = z.output<typeof planInput>;

export const PLAN_FIELDS = Object.keys(planInput.shape) as (keyof PlanInput)[];

/** How codes are compared: NFKC, upper case, without spaces. */
export const normalCode = (code: string): string =>
  code.normalize('NFKC').toUpperCase().replace(/\s+/g, '');

const CODE = new RegExp(
  `^[\\p{L}\\p{N}_-]{${DISCOUNT_CODE_LENGTH.min},${DISCOUNT_CODE_LENGTH.max}}$`,
  'u',
);

/** What an operator writes of a discount code. */
export const discountInput = z
  .object({
    code: z
      .string()
      .transform(normalCode)
      .refine(
        (code) => CODE.test(code),
        `折扣码要 ${DISCOUNT_CODE_LENGTH.min}–${DISCOUNT_CODE_LENGTH.max} 个字母、数字、_ 或 -，可以有中文`,
      )
      .meta({ title: '折扣码' }),
    /** Per cent taken off: 20 is 8 折. */
    percent: int('百分比', { min: 1, max: 100 }).optional(),
    amount: yuan('减免金额').optional(),
    minimum: yuan('最低金额').default(0),
    /** Ids of plans, with commas; none: every plan. */
    products: z
      .string()
      .regex(/^\d+([,，]\d+)*$/, '方案要写编号，用逗号隔开')
      .transform((list) => list.split(/[,，]/).map(Number))
      .meta({ title: '方案' })
      .optional(),
    /** Calendar days in China; the last one counts whole. */
    from: day('开始日').optional(),
    until: day('结束日').optional(),
    total: int('总次数', { min: 0, max: 1_000_000 }).default(0),
    perMember: int('每人次数', { min: 0, max: 1_000 }).default(1),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    message: '折扣要写 percent（减百分之几）或 amount（减多少元），写一个',
    path: ['percent'],
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    message: '结束日不能早于开始日',
    path: ['until'],
  });

export type DiscountInput = z.output<typeof discountInput>;
