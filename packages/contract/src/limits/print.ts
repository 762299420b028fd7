import type { InputLimits } from './input.ts';

/** Rows of one submission. */
export const MAX_ROWS = 10_000;
/** Labels of one submission, its copies counted. */
export const MAX_LABELS = MAX_ROWS;
/** Values of all its rows. */
export const MAX_CELLS = 300_000;
/** One row, as JSON: far more than any label shows. */
export const ROW_LIMITS: InputLimits = { bytes: 256_000, items: 100, depth: 2 };
/** Ten thousand rows of two dozen values each, in a form. */
export const ROWS_BYTES = 24_000_000;
/** Characters of all labels, each copy counted, with what their formulas made: so much is stored at once. */
export const MAX_WORKED = 24_000_000;
/** Copies of each row. */
export const ROW_COPIES = { min: 1, max: 1000 } as const;
/** Seconds until unsent labels expire: a printer switched on next week prints nothing old. */
export const EXPIRE_AFTER_S = { min: 60, max: 30 * 86_400, usual: 86_400 } as const;
/** Which attempt at a label a word is about. */
export const ATTEMPTS = { min: 1, max: 1_000_000 } as const;
/** Labels one word of the member may settle, on either side. */
export const MAX_SETTLED = 500;
/** What a list shows a label by. */
export const LABEL_TITLE_LENGTH = 100;
/** Days one look at the statistics may span: two years, one of them with a leap day. */
export const MAX_STAT_DAYS = 731;
/** Bytes that are printed as they are: twenty times what a label of ours has. They go to the client in one message. */
export const RAW_BYTES = 512 * 1024;
/** The same as text in a call: base64, or text of which a form writes each Chinese character with nine. */
export const RAW_CALL_BYTES = 1_000_000;
/** Raw bytes of one member that are kept at once. */
export const RAW_KEPT_BYTES = 64 * 1024 * 1024;
