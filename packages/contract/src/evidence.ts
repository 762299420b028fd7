/** States of a detail (one physical label) on the wire; see docs/printing.md. */
export const DETAIL_STATES = [
  'queued',
  'sending',
  'sent',
  'printed',
  'uncertain',
  'failed',
  'cancelled',
  'expired',
] as const;
export type DetailState = (typeof DETAIL_STATES)[number];

/** A detail in one of these never changes by itself again. `uncertain` waits for the member. */
export const FINAL_DETAIL_STATES = [
  'sent',
  'printed',
  'uncertain',
  'failed',
  'cancelled',
  'expired',
] as const;
export type FinalDetailState = (typeof FINAL_DETAIL_STATES)[number];

/** What stands behind a detail's state. */
export const EVIDENCES = [
  'none',
  'consumed',
  'printer-idle',
  'printer-echo',
  'counter-moved',
  'ipp-completed',
  'member',
  'scanned',
] as const;
export type Evidence = (typeof EVIDENCES)[number];

/** Evidence this version's clients and pages give: filters offer no other. */
export const GIVEN_EVIDENCES = [
  'none',
  'consumed',
  'printer-idle',
  'printer-echo',
  'counter-moved',
  'ipp-completed',
  'member',
] as const satisfies readonly Evidence[];

export const BATCH_STATES = [
  'queued',
  'sending',
  'done',
  'partly',
  'failed',
  'cancelled',
  'expired',
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const SOURCES = ['designer', 'excel', 'api'] as const;
export type Source = (typeof SOURCES)[number];

/** Where labels come from in this version: filters offer no other. */
export const USED_SOURCES = ['designer', 'api'] as const satisfies readonly Source[];

/**
 * Printer states of RFC 8011 §5.4.11, and ours: of a printer whose client is away or silent about it (`offline`), and of
 * one that was taken from its client, or went with it, and will never print (`removed`).
 */
export const PRINTER_STATES = ['idle', 'processing', 'stopped', 'offline', 'removed'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

/** What is said of a printer whose client the member has paused: `offline` with it does not print when it comes back. */
export const CLIENT_PAUSED_WORDS = '客户端已停用';

export type BatchCounts = Record<DetailState, number>;

/** Languages of label printers: a label is so many bytes. */
export const COMMAND_LANGUAGES = ['zpl', 'tspl', 'escpos'] as const;
export type CommandLanguage = (typeof COMMAND_LANGUAGES)[number];

/**
 * How labels are said to printers without one, a page of a document each: to the driver of a queue, or to a printer that
 * draws pages itself.
 */
export const DOCUMENT_LANGUAGES = ['driver', 'ipp'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** Page languages this version drives. */
export const LANGUAGES = [...COMMAND_LANGUAGES, ...DOCUMENT_LANGUAGES] as const;
export type Language = (typeof LANGUAGES)[number];

export const isCommandLanguage = (language: Language): language is CommandLanguage =>
  (COMMAND_LANGUAGES as readonly Language[]).includes(language);

/**
 * State of a batch from the states of its details: it goes on past an uncertain label and is `partly` when anything
 * is uncertain or not printed beside printed ones.
 */
export const getBatchState = (counts: BatchCounts): BatchState => {
  const open = counts.queued + counts.sending;
  const good = counts.printed + counts.sent;
  const total = open + good + counts.uncertain + counts.failed + counts.cancelled + counts.expired;
  if (open === total) return counts.sending > 0 ? 'sending' : 'queued';
  if (open > 0) return 'sending';
  if (good === total) return 'done';
  if (good > 0 || counts.uncertain > 0) return 'partly';
  if (counts.failed > 0) return 'failed';
  return counts.cancelled >= counts.expired ? 'cancelled' : 'expired';
};
