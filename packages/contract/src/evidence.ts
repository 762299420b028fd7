/** States of a detail (one physical label) in the API; see docs/printing.md. */
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

/**
 * Final states: a detail in one of them does not change automatically. `uncertain` waits for the
 * member.
 */
export const FINAL_DETAIL_STATES = [
  'sent',
  'printed',
  'uncertain',
  'failed',
  'cancelled',
  'expired',
] as const;
export type FinalDetailState = (typeof FINAL_DETAIL_STATES)[number];

/** Evidence for a detail's state. */
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

/** Evidence this version's clients and pages produce; filters offer only these. */
export const SUPPORTED_EVIDENCES = [
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

/** Label sources of this version; filters offer only these. */
export const SUPPORTED_SOURCES = ['designer', 'api'] as const satisfies readonly Source[];

/**
 * Printer states of RFC 8011 §5.4.11 and two of our own. `offline`: its client is not connected or
 * does not report the printer. `removed`: it was removed from its client, or with it, and will
 * never print.
 */
export const PRINTER_STATES = ['idle', 'processing', 'stopped', 'offline', 'removed'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

/**
 * State text of a printer whose client is paused by the member. An `offline` printer with this text
 * does not resume when the client reconnects.
 */
export const CLIENT_PAUSED_LABEL = '客户端已停用';

export type BatchCounts = Record<DetailState, number>;

/** Command languages of label printers: a label is a sequence of bytes. */
export const COMMAND_LANGUAGES = ['zpl', 'tspl', 'escpos'] as const;
export type CommandLanguage = (typeof COMMAND_LANGUAGES)[number];

/**
 * Used for printers without a command language. A label is one page of a document, sent to a
 * queue's driver or to a printer that renders pages itself.
 */
export const DOCUMENT_LANGUAGES = ['driver', 'ipp'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** All languages this version supports. */
export const LANGUAGES = [...COMMAND_LANGUAGES, ...DOCUMENT_LANGUAGES] as const;
export type Language = (typeof LANGUAGES)[number];

export const isCommandLanguage = (language: Language): language is CommandLanguage =>
  (COMMAND_LANGUAGES as readonly Language[]).includes(language);

/**
 * Computes a batch's state from the states of its details. An uncertain label does not stop the
 * batch. It is `partly` when some labels are uncertain, or some are printed and others are not.
 */
export const getBatchState = (counts: BatchCounts): BatchState => {
  const open = counts.queued + counts.sending;
  const successes = counts.printed + counts.sent;
  const total =
    open + successes + counts.uncertain + counts.failed + counts.cancelled + counts.expired;
  if (open === total) return counts.sending > 0 ? 'sending' : 'queued';
  if (open > 0) return 'sending';
  if (successes === total) return 'done';
  if (successes > 0 || counts.uncertain > 0) return 'partly';
  if (counts.failed > 0) return 'failed';
  return counts.cancelled >= counts.expired ? 'cancelled' : 'expired';
};
