import { z } from 'zod';
import { defineDayField, defineIntField, defineTextField } from '../core/fields.ts';
import { DISCOUNT_CODE_LENGTH, PLAN_NAME_LENGTH } from '../limits/money.ts';

/** An amount in yuan (`29`, `29.9`, `29.90`), parsed to fen. */
const defineYuanField = (title: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, `${title}要写成元，例如 29 或 29.90`)
    .transform((value) => Math.round(Number(value) * 100))
    .meta({ title });

const defineAllowanceField = (title: string) => defineIntField(title, { min: 0, max: 100_000_000 });

/** A plan on sale, as an operator enters it. */
export const planInput = z.object({
  name: defineTextField('名称', PLAN_NAME_LENGTH, 1),
  /** Yuan in the input, fen in the output. */
  price: defineYuanField('价格'),
  listPrice: defineYuanField('原价').optional(),
  days: defineIntField('天数', { min: 1, max: 3_660 }),
  /** The plan with the higher level applies while two overlap. */
  level: defineIntField('等级', { min: 1, max: 99 }).default(1),
  sort: defineIntField('次序', { min: 0, max: 9_999 }).optional(),
  labelsPerMonth: defineAllowanceField('每月标签'),
  clients: defineAllowanceField('打印客户端'),
  printers: defineAllowanceField('打印机配置'),
  templates: defineAllowanceField('模板'),
  retentionDays: defineAllowanceField('记录保留天数'),
  apiCallsPerMinute: defineAllowanceField('每分钟接口调用'),
});

export type PlanInput = z.output<typeof planInput>;

export const PLAN_FIELDS = Object.keys(planInput.shape) as (keyof PlanInput)[];

/** Normalizes a code for comparison: NFKC, upper case, no spaces. */
export const normalizeDiscountCode = (code: string): string =>
  code.normalize('NFKC').toUpperCase().replace(/\s+/g, '');

const CODE = new RegExp(
  `^[\\p{L}\\p{N}_-]{${DISCOUNT_CODE_LENGTH.min},${DISCOUNT_CODE_LENGTH.max}}$`,
  'u',
);

/** A discount code, as an operator enters it. */
export const discountInput = z
  .object({
    code: z
      .string()
      .transform(normalizeDiscountCode)
      .refine(
        (code) => CODE.test(code),
        `折扣码要 ${DISCOUNT_CODE_LENGTH.min}–${DISCOUNT_CODE_LENGTH.max} 个字母、数字、_ 或 -，可以有中文`,
      )
      .meta({ title: '折扣码' }),
    /** Percent off: 20 is 8 折. */
    percent: defineIntField('百分比', { min: 1, max: 100 }).optional(),
    amount: defineYuanField('减免金额').optional(),
    minimum: defineYuanField('最低金额').default(0),
    /** Comma-separated plan ids; omitted: every plan. */
    products: z
      .string()
      .regex(/^\d+([,，]\d+)*$/, '方案要写编号，用逗号隔开')
      .transform((list) => list.split(/[,，]/).map(Number))
      .meta({ title: '方案' })
      .optional(),
    /** Calendar days in China; the last day is included. */
    from: defineDayField('开始日').optional(),
    until: defineDayField('结束日').optional(),
    total: defineIntField('总次数', { min: 0, max: 1_000_000 }).default(0),
    perMember: defineIntField('每人次数', { min: 0, max: 1_000 }).default(1),
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
