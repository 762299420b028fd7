import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_LABEL, type PrinterState } from '@yunbiao/contract/evidence';
import { parseReason, type PrinterReason } from '@yunbiao/contract/gateway/printer-reasons';
import type { GuideName } from '@yunbiao/contract/site/guides';
import type { LabelWarning } from '@yunbiao/label';
import type { ScanGrade } from '@yunbiao/label/scan';
import type { ConnectionState } from '../live/print-feed.ts';

/**
 * Which guide helps with what a page reports; null where none does. The types are complete: a new
 * reason, warning or state has to be decided.
 */
type Guides<Trouble extends string> = Readonly<Record<Trouble, GuideName | null>>;

/** Why a printer does not print. Offices' printers with toner have no guide. */
export const REASON_GUIDES: Guides<PrinterReason> = {
  none: null,
  other: 'paper-out-offline',
  'cover-open': 'paper-out-offline',
  'door-open': 'paper-out-offline',
  'interlock-open': 'paper-out-offline',
  'media-empty': 'paper-out-offline',
  'media-needed': 'paper-out-offline',
  'media-low': 'choose-paper',
  'media-jam': 'paper-out-offline',
  'input-tray-missing': 'paper-out-offline',
  'marker-supply-empty': 'paper-out-offline',
  'marker-supply-low': 'choose-paper',
  'toner-empty': null,
  'toner-low': null,
  'marker-waste-full': null,
  'marker-waste-almost-full': null,
  'developer-empty': null,
  'developer-low': null,
  'opc-life-over': null,
  'opc-near-eol': null,
  'fuser-over-temp': null,
  'fuser-under-temp': null,
  'head-over-temp': 'misprint-density',
  'head-under-temp': null,
  'cutter-error': 'paper-out-offline',
  'output-area-full': 'paper-out-offline',
  'output-area-almost-full': 'paper-out-offline',
  'output-tray-missing': null,
  paused: 'paper-out-offline',
  'moving-to-paused': 'paper-out-offline',
  'stopped-partly': 'paper-out-offline',
  stopping: 'paper-out-offline',
  shutdown: 'paper-out-offline',
  offline: 'paper-out-offline',
  hibernate: 'paper-out-offline',
  'connecting-to-device': 'connect-printer',
  'timed-out': 'paper-out-offline',
  'spool-area-full': null,
  'memory-lost': null,
  'interpreter-resource-unavailable': null,
};

/** Guides by the state of a printer, for states whose reasons lead to no guide. */
export const STATE_GUIDES: Guides<PrinterState> = {
  idle: null,
  processing: null,
  stopped: 'paper-out-offline',
  offline: 'paper-out-offline',
  removed: 'connect-printer',
};

/** Guides by how well a code reads. */
export const GRADE_GUIDES: Guides<ScanGrade> = {
  none: 'unreadable-code',
  unread: 'unreadable-code',
  just: 'unreadable-code',
  ample: null,
};

export const WARNING_GUIDES: Guides<LabelWarning['code']> = {
  'text-shrunk': null,
  'text-overflow': null,
  'text-broken': null,
  'control-character': 'excel-batch',
  'missing-field': null,
  formula: null,
  'field-required': null,
  'field-too-long': null,
  'missing-glyph': null,
  'glyph-waiting': null,
  'outside-label': 'choose-paper',
  'image-missing': null,
  'image-waiting': null,
  'image-broken': null,
  'code-waiting': null,
  'code-empty': 'unreadable-code',
  'code-trimmed': 'excel-batch',
  'code-ambiguous': 'excel-batch',
  'code-not-encodable': 'unreadable-code',
  'code-too-wide': 'unreadable-code',
  'code-outside-label': 'unreadable-code',
  'code-module-small': 'unreadable-code',
  'code-quiet-zone': 'unreadable-code',
};

export const ORDER_GUIDES: Guides<CallOutput<'orderDetail'>['state']> = {
  pending: 'invoice-refund',
  paid: 'invoice-refund',
  refunding: 'invoice-refund',
  refunded: 'invoice-refund',
  closed: 'invoice-refund',
};

/** Other places that report what went wrong, or where people get stuck. */
export const PLACE_GUIDES = {
  'file-refused': 'excel-batch',
  'stock-mismatch': 'choose-paper',
  'stock-settings': 'choose-paper',
  calibration: 'misprint-density',
  uncertain: 'paper-out-offline',
  'no-printer-found': 'connect-printer',
  'no-client': 'connect-printer',
  'first-steps': 'first-label',
  'own-system': 'print-from-erp',
} as const satisfies Readonly<Record<string, GuideName>>;

type ReportedPrinter = {
  state: PrinterState;
  stateText: string;
  stateReasons?: readonly string[];
};

/** `isOnline`: of its client. `isVirtual`: a virtual printer sleeps until labels wait for it. */
type PrinterContext = { isOnline: boolean; isVirtual: boolean; news: ConnectionState };

/**
 * The guide for a printer that does not print; null while it prints or sleeps, when its client is
 * paused, and while the live connection is lost, because its state is not known then.
 */
export const findPrinterGuide = (
  { state: reportedState, stateText, stateReasons = [] }: ReportedPrinter,
  { isOnline, isVirtual, news }: PrinterContext,
): GuideName | null => {
  const state = isOnline || reportedState === 'removed' ? reportedState : 'offline';
  if (news.lost || (isVirtual && state === 'offline')) return null;
  if (STATE_GUIDES[state] === null || stateText === CLIENT_PAUSED_LABEL) return null;
  // A client that is gone leaves the reasons of its last report behind.
  const guides = (isOnline ? stateReasons : []).flatMap((keyword) => {
    const reason = parseReason(keyword);
    return (reason && REASON_GUIDES[reason]) ?? [];
  });
  return guides[0] ?? STATE_GUIDES[state];
};

/** The guide for what a preview reports: codes that do not read come first. */
export const findLabelGuide = (
  warnings: readonly Pick<LabelWarning, 'code'>[],
  grades: readonly ScanGrade[],
): GuideName | null =>
  [
    ...grades.map((grade) => GRADE_GUIDES[grade]),
    ...warnings.map(({ code }) => WARNING_GUIDES[code]),
  ].find((guide) => guide !== null) ?? null;
