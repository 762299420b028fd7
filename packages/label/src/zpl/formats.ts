import { dotsPerMm, MAX_LABEL_DOTS, MAX_SIDE_MM } from '../layout/place.ts';
import { finishField } from './field.ts';
import type { ZplLabel, ZplOptions } from './label.ts';
import { ZPL_LIMITS } from './limits.ts';
import type { Lines, Place } from './notice.ts';
import type { Call, Draft, Format, Printer } from './printer.ts';
import { storeFormat } from './stores.ts';

/** The labels of a stream so far. */
export type Labels = {
  kept: ZplLabel[];
  total: number;
  fields: number;
  options: ZplOptions;
  lines: Lines;
};

export function startFormat(printer: Printer, labels: Labels, place: Place): void {
  if (printer.format) {
    printer.tell('warning', place, '上一张没有写完（少了 ^XZ）就又开始一张；这里当作写完了');
    endFormat(printer, labels, place);
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

const isDrawn = ({ shape, code, data, number, isLost }: Draft): boolean =>
  isLost || shape !== undefined || code !== undefined || data !== undefined || number !== undefined;

/** What a field did not say is what the printer remembers at its end. */
export function endField(printer: Printer): void {
  const { draft, format, settings } = printer;
  printer.draft = undefined;
  if (draft === undefined || format === undefined || !isDrawn(draft)) return;
  const { number, data } = draft;
  if (number !== undefined && data !== undefined) {
    format.values.set(number, data);
    // Behind a recalled format it only fills what stands there.
    if (format.hasRecalled && draft.origin === undefined) return;
  }
  if (draft.origin === undefined) {
    draft.x = settings.home.x - settings.shift.left;
    draft.y = settings.home.y + settings.shift.down;
  }
  draft.font ??= settings.font;
  draft.rotation ??= settings.rotation;
  draft.isReversed ||= settings.isReversed;
  addDrafts(printer, [draft], (message) => printer.tell('error', draft.place, message));
}

/**
 * The field a figure or a place belongs to: a new one, where the one before has all it needs and no `^FS`. What is to be
 * told of it is told of this command.
 */
export function openDraft({ printer, place, draft, warn }: Call): Draft {
  const old = printer.draft;
  if (old?.shape === undefined && old?.data === undefined) return Object.assign(draft(), { place });
  warn('前面一项少了 ^FS，这里当作有');
  endField(printer);
  const next = draft();
  const { origin, isFollowing, x, y } = old;
  return Object.assign(next, { origin, isFollowing, x, y });
}

/** Adds fields to the label that is being said; how many. */
export function addDrafts(
  { format, isFull }: Printer,
  drafts: readonly Draft[],
  fail: (message: string) => void,
): number {
  if (format === undefined) return 0;
  // Of a label that is only counted it is enough to know that there is one.
  const room = (isFull ? 1 : ZPL_LIMITS.fields) - format.drafts.length;
  if (drafts.length > room && !isFull) fail(`一张标签最多 ${ZPL_LIMITS.fields} 项，多出来的没有画`);
  const added = drafts.slice(0, Math.max(0, room));
  format.drafts.push(...added);
  return added.length;
}

export function endFormat(printer: Printer, labels: Labels, place: Place): void {
  endField(printer);
  const { format } = printer;
  printer.format = undefined;
  if (format === undefined) {
    printer.tell('warning', place, '前面没有 ^XA');
    return;
  }
  if (format.storeAs !== undefined) keepFormat(printer, format, format.storeAs);
  else if (format.drafts.length > 0) addLabel(printer, labels, format);
}

/** @param isCut whether the rest of the last label was not looked at */
export function endStream(printer: Printer, labels: Labels, isCut: boolean): void {
  if (printer.format === undefined) return;
  const { place } = printer.format;
  if (!isCut) printer.tell('warning', place, '最后一张没有 ^XZ，打印机会一直等着，不印');
  endFormat(printer, labels, place);
}

function keepFormat(printer: Printer, { drafts, place }: Format, name: string): void {
  const { stores, tell, isFull } = printer;
  if (!storeFormat(stores, name, isFull ? undefined : drafts))
    tell('error', place, `格式 ${name} 没有存下：存进打印机的东西太多`);
  else tell('note', place, `格式 ${name} 存进打印机，不印；用 ^XF 调出来才印`);
}

function addLabel(printer: Printer, labels: Labels, format: Format): void {
  labels.total += 1;
  const { place, drafts, values, copies } = format;
  const { dpi, settings, tell } = printer;
  printer.isFull ||=
    labels.kept.length >= ZPL_LIMITS.labels ||
    labels.fields + drafts.length > ZPL_LIMITS.streamFields;
  if (printer.isFull) {
    tell('error', { at: place.at, command: '' }, '标签太多，后面的没有看');
    return;
  }
  const fields = drafts.flatMap((draft) => finishField(draft, values, tell) ?? []);
  labels.fields += drafts.length;
  const { dotSize, isInverted, isMirrored } = settings;
  const { line } = labels.lines(place.at);
  const size = getSize(printer, labels.options, place);
  labels.kept.push({ dpi, dotSize, ...size, fields, isInverted, isMirrored, copies, line });
}

/** No larger than the engine draws. */
function getSize(
  { dpi, settings, tell }: Printer,
  options: ZplOptions,
  place: Place,
): { widthDots: number; heightDots: number } {
  const { dotSize } = settings;
  const most = Math.floor((MAX_SIDE_MM * dotsPerMm(dpi)) / dotSize);
  const asked = {
    width: settings.widthDots ?? Math.floor(options.widthDots / dotSize),
    height: settings.heightDots ?? Math.floor(options.heightDots / dotSize),
  };
  const widthDots = Math.max(1, Math.min(asked.width, most));
  const heightDots = Math.max(
    1,
    Math.min(asked.height, most, Math.floor(MAX_LABEL_DOTS / dotSize ** 2 / widthDots)),
  );
  if (widthDots < asked.width || heightDots < asked.height)
    tell('warning', place, `标签太大，只画 ${widthDots} × ${heightDots} 点`);
  return { widthDots, heightDots };
}
