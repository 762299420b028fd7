import { getDotsPerMm, MAX_LABEL_DOTS, MAX_SIDE_MM } from '../layout/place.ts';
import { buildZplField } from './field.ts';
import type { ZplLabel, ZplOptions } from './label.ts';
import { ZPL_LIMITS } from './limits.ts';
import type { Lines, Place } from './notice.ts';
import type { Call, Draft, Format, Printer } from './printer.ts';
import { storeLabelFormat } from './stores.ts';

/** Labels read so far. */
export type Labels = {
  storedLabels: ZplLabel[];
  total: number;
  fields: number;
  options: ZplOptions;
  lines: Lines;
};

export function startZplFormat(printer: Printer, labels: Labels, place: Place): void {
  if (printer.format) {
    printer.report('warning', place, '上一张没有写完（少了 ^XZ）就又开始一张；这里当作写完了');
    closeZplFormat(printer, labels, place);
  }
  printer.draft = undefined;
  printer.format = {
    place,
    drafts: [],
    values: new Map(),
    copies: 1,
    storeAs: undefined,
    hasRecalled: false,
  };
}

const hasDraftContent = ({ shape, code, data, number, isLost }: Draft): boolean =>
  isLost || shape !== undefined || code !== undefined || data !== undefined || number !== undefined;

/** Completes a field with the printer's settings at its end. */
export function closeFieldDraft(printer: Printer): void {
  const { draft, format, settings } = printer;
  printer.draft = undefined;
  if (draft === undefined || format === undefined || !hasDraftContent(draft)) return;
  const { number, data } = draft;
  if (number !== undefined && data !== undefined) {
    format.values.set(number, data);
    // After a recalled format it only provides a value for a field of that format.
    if (format.hasRecalled && draft.origin === undefined) return;
  }
  if (draft.origin === undefined) {
    draft.x = settings.home.x - settings.shift.left;
    draft.y = settings.home.y + settings.shift.down;
  }
  draft.font ??= settings.font;
  draft.rotation ??= settings.rotation;
  draft.isReversed ||= settings.isReversed;
  addFieldDrafts(printer, [draft], (message) => printer.report('error', draft.place, message));
}

/**
 * Draft for a shape or position: a new one if the previous field is complete and lacks `^FS`. Its
 * notices refer to this command.
 */
export function openFieldDraft({ printer, place, getDraft, warn }: Call): Draft {
  const old = printer.draft;
  if (old?.shape === undefined && old?.data === undefined)
    return Object.assign(getDraft(), { place });
  warn('前面一项少了 ^FS，这里当作有');
  closeFieldDraft(printer);
  const next = getDraft();
  const { origin, isFollowing, x, y } = old;
  return Object.assign(next, { origin, isFollowing, x, y });
}

/** Adds fields to the open format. Returns how many were added. */
export function addFieldDrafts(
  { format, isFull }: Printer,
  drafts: readonly Draft[],
  fail: (message: string) => void,
): number {
  if (format === undefined) return 0;
  // For a label that is only counted, one field is enough.
  const room = (isFull ? 1 : ZPL_LIMITS.fields) - format.drafts.length;
  if (drafts.length > room && !isFull) fail(`一张标签最多 ${ZPL_LIMITS.fields} 项，多出来的没有画`);
  const addedDrafts = drafts.slice(0, Math.max(0, room));
  format.drafts.push(...addedDrafts);
  return addedDrafts.length;
}

export function closeZplFormat(printer: Printer, labels: Labels, place: Place): void {
  closeFieldDraft(printer);
  const { format } = printer;
  printer.format = undefined;
  if (format === undefined) {
    printer.report('warning', place, '前面没有 ^XA');
    return;
  }
  if (format.storeAs !== undefined) storeNamedFormat(printer, format, format.storeAs);
  else if (format.drafts.length > 0) addLabelFromFormat(printer, labels, format);
}

/**
 * Closes the format that is still open when the stream ends. @param isCut whether the stream was
 * truncated
 */
export function closeOpenFormatAtStreamEnd(printer: Printer, labels: Labels, isCut: boolean): void {
  if (printer.format === undefined) return;
  const { place } = printer.format;
  if (!isCut) printer.report('warning', place, '最后一张没有 ^XZ，打印机会一直等待，不打印');
  closeZplFormat(printer, labels, place);
}

function storeNamedFormat(printer: Printer, { drafts, place }: Format, name: string): void {
  const { stores, report, isFull } = printer;
  if (!storeLabelFormat(stores, name, isFull ? undefined : drafts))
    report('error', place, `格式 ${name} 没有存下：存进打印机的东西太多`);
  else report('note', place, `格式 ${name} 存进打印机，不打印；用 ^XF 调出来才打印`);
}

function addLabelFromFormat(printer: Printer, labels: Labels, format: Format): void {
  labels.total += 1;
  const { place, drafts, values, copies } = format;
  const { dpi, settings, report } = printer;
  printer.isFull ||=
    labels.storedLabels.length >= ZPL_LIMITS.labels ||
    labels.fields + drafts.length > ZPL_LIMITS.streamFields;
  if (printer.isFull) {
    report('error', { at: place.at, command: '' }, '标签太多，后面的没有看');
    return;
  }
  const fields = drafts.flatMap((draft) => buildZplField(draft, values, report) ?? []);
  labels.fields += drafts.length;
  const { dotSize, isInverted, isMirrored } = settings;
  const { line } = labels.lines(place.at);
  const size = computeLabelSize(printer, labels.options, place);
  labels.storedLabels.push({ dpi, dotSize, ...size, fields, isInverted, isMirrored, copies, line });
}

/** Label size, limited to what the engine can draw. */
function computeLabelSize(
  { dpi, settings, report }: Printer,
  options: ZplOptions,
  place: Place,
): { widthDots: number; heightDots: number } {
  const { dotSize } = settings;
  const max = Math.floor((MAX_SIDE_MM * getDotsPerMm(dpi)) / dotSize);
  const requestedSize = {
    width: settings.widthDots ?? Math.floor(options.widthDots / dotSize),
    height: settings.heightDots ?? Math.floor(options.heightDots / dotSize),
  };
  const widthDots = Math.max(1, Math.min(requestedSize.width, max));
  const heightDots = Math.max(
    1,
    Math.min(requestedSize.height, max, Math.floor(MAX_LABEL_DOTS / dotSize ** 2 / widthDots)),
  );
  if (widthDots < requestedSize.width || heightDots < requestedSize.height)
    report('warning', place, `标签太大，只画 ${widthDots} × ${heightDots} 点`);
  return { widthDots, heightDots };
}
