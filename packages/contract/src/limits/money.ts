/** Characters of a discount code. */
export const DISCOUNT_CODE_LENGTH = { min: 3, max: 32 } as const;
/** Quantity of a plan in one order. */
export const ORDER_NUM = { min: 1, max: 99 } as const;
export const PLAN_NAME_LENGTH = 30;
/** Reason of a refund request. */
export const REFUND_REASON_LENGTH = { min: 2, max: 200 } as const;
/** Name an invoice is made out to. */
export const INVOICE_TITLE_LENGTH = { min: 2, max: 100 } as const;
export const TAX_NUMBER_LENGTH = 20;
export const INVOICE_EMAIL_LENGTH = 100;
