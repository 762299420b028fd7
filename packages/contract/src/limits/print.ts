import { INPUT_LIMITS, type InputLimits } from './input.ts';

/** Rows of one submission. */
export const MAX_ROWS = 10_000;
/** Labels of one submission, copies included. */
export const MAX_LABELS = MAX_ROWS;
/** Values of all rows. A body may have {@link ROWS_REST_LIMITS} in addition. */
export const MAX_CELLS = 300_000;
/** One row as JSON; far more than any label shows. */
export const ROW_LIMITS: InputLimits = { bytes: 256_000, items: 100, depth: 2 };
/** Row of a spreadsheet; Excel has 2^20 of them. */
export const SHEET_ROW = { min: 1, max: 1_048_576 } as const;
/** All fields other than the rows. A sheet row takes 10 bytes in a form: 7 digits and a comma. */
export const ROWS_REST_LIMITS: InputLimits = {
  bytes: INPUT_LIMITS.bytes + 10 * MAX_ROWS,
  items: INPUT_LIMITS.items + MAX_ROWS,
  depth: INPUT_LIMITS.depth,
};
/** Ten thousand rows with about 24 values each, in a form. */
export const ROWS_BYTES = 24_000_000;
/** Characters of all labels including copies and formula results, stored in one submission. */
export const MAX_LABEL_CHARACTERS = 24_000_000;
/** Copies of each row. */
export const ROW_COPIES = { min: 1, max: 1000 } as const;
/**
 * Seconds until unsent labels expire, so that a printer switched on a week later prints nothing
 * outdated.
 */
export const EXPIRE_AFTER_S = { min: 60, max: 30 * 86_400, usual: 86_400 } as const;
/** Attempt number of a label. */
export const ATTEMPT_NUMBER = { min: 1, max: 1_000_000 } as const;
/** Labels one call can resolve, for each of the two lists. */
export const MAX_RESOLVED_LABELS = 500;
/** Title of a label in lists. */
export const LABEL_TITLE_LENGTH = 100;
/** Days one statistics query may span: two years, one of them a leap year. */
export const MAX_STAT_DAYS = 731;
/**
 * Bytes of a raw print: twenty times the size of a typical label. Sent to the client in one
 * message.
 */
export const RAW_BYTES = 512 * 1024;
/**
 * The same as text in a call: base64, or text in a form, where a Chinese character takes nine
 * bytes.
 */
export const RAW_CALL_BYTES = 1_000_000;
/** Raw bytes stored per member at a time. */
export const MAX_STORED_RAW_BYTES = 64 * 1024 * 1024;
