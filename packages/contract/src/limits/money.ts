/** Characters of a discount code. */
export const DISCOUNT_CODE_LENGTH = { min: 3, max: 32 } as const;
/** How often a plan is bought at once. */
export const ORDER_NUM = { min: 1, max: 99 } as const;
export const PLAN_NAME_LENGTH = 30;
