import { CODE_COMMANDS } from './commands/codes.ts';
import { FIELD_COMMANDS } from './commands/field.ts';
import {
  UNSUPPORTED_CODES,
  UNSUPPORTED_COMMANDS,
  INVISIBLE_COMMANDS,
} from './commands/unsupported.ts';
import { LABEL_COMMANDS } from './commands/label.ts';
import { SHAPE_COMMANDS } from './commands/shapes.ts';
import { STORED_COMMANDS } from './commands/stored.ts';
import {
  closeZplFormat,
  closeFieldDraft,
  closeOpenFormatAtStreamEnd,
  startZplFormat,
} from './formats.ts';
import type { Labels } from './formats.ts';
import type { ZplLabel, ZplOptions } from './label.ts';
import { PREFIX_COMMANDS, listZplCommands, decodeLatin1 } from './lexer.ts';
import type { Command } from './lexer.ts';
import { ZPL_LIMITS } from './limits.ts';
import { createNoticeCollector, createLineLocator } from './notice.ts';
import type { Lines, ReportNotice, ZplNotice } from './notice.ts';
import { detectOtherPrinterLanguage } from './other-language.ts';
import { parseCommandParams } from './params.ts';
import { createZplFieldDraft, createPowerUpSettings } from './printer.ts';
import type { Call, Handler, Printer } from './printer.ts';

export type ZplStream = {
  labels: ZplLabel[];
  /** Number of labels in the stream, including those that are not returned. */
  total: number;
  notices: ZplNotice[];
  /** Converts positions of its fields to lines. */
  lines: Lines;
};

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    ...LABEL_COMMANDS,
    ...FIELD_COMMANDS,
    ...CODE_COMMANDS,
    ...SHAPE_COMMANDS,
    ...STORED_COMMANDS,
  }),
);

/**
 * Reads a ZPL II stream as a printer does (Zebra's ZPL II Programming Guide): its labels, and
 * notices about parts that are not understood or cannot be drawn. A string is typed or pasted text
 * with known characters; bytes are decoded by `^CI`. Never throws; linear, and bounded by
 * `ZPL_LIMITS`.
 */
export function readZpl(source: string | Uint8Array, options: ZplOptions): ZplStream {
  const sourceBytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const bytes = stripByteOrderMark(sourceBytes).subarray(0, ZPL_LIMITS.bytes);
  const lines = createLineLocator(bytes);
  const { report, listNotices } = createNoticeCollector(lines);
  const isCut = sourceBytes.length > ZPL_LIMITS.bytes;
  if (isCut) {
    const max = `${ZPL_LIMITS.bytes / 1024 / 1024} MB`;
    report('error', { at: bytes.length, command: '' }, `内容太长，只看前 ${max}`);
  }
  const printer = createPrinterState(options, typeof source === 'string', report);
  const labels: Labels = { storedLabels: [], total: 0, fields: 0, options, lines };
  for (const command of listZplCommands(bytes)) executeZplCommand(printer, labels, command);
  closeOpenFormatAtStreamEnd(printer, labels, isCut);
  const otherLanguage = labels.total === 0 ? detectOtherPrinterLanguage(bytes) : undefined;
  if (otherLanguage !== undefined) {
    // The notices about its lines as ZPL are useless.
    const otherNotices = createNoticeCollector(lines);
    otherNotices.report('error', { at: 0, command: '' }, otherLanguage);
    return { labels: [], total: 0, notices: otherNotices.listNotices(), lines };
  }
  return { labels: labels.storedLabels, total: labels.total, notices: listNotices(), lines };
}

function createPrinterState(
  { dpi }: ZplOptions,
  isEditorText: boolean,
  reportNotice: ReportNotice,
): Printer {
  return {
    dpi,
    isEditorText,
    settings: createPowerUpSettings(dpi),
    stores: { graphics: new Map(), formats: new Map(), bytes: 0 },
    recalledFieldCount: 0,
    isFull: false,
    format: undefined,
    draft: undefined,
    report: reportNotice,
  };
}

/** Removes a byte order mark: printers ignore it, and editors add it unasked. */
function stripByteOrderMark(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

function executeZplCommand(printer: Printer, labels: Labels, command: Command): void {
  const { name, at, data } = command;
  const place = { at, command: name };
  if (name === '' || name.length === 1) {
    reportStrayBytes(printer.report, command);
    return;
  }
  if (name === '^XA') startZplFormat(printer, labels, place);
  else if (name === '^XZ') closeZplFormat(printer, labels, place);
  else if (name === '^FS') closeFieldDraft(printer);
  else if (!PREFIX_COMMANDS.has(name)) {
    const handler = HANDLERS.get(name);
    if (handler === undefined) reportUnhandledCommand(printer, place);
    else if (printer.format === undefined && needsOpenFormat(name))
      printer.report('warning', place, '在 ^XA 前面，打印机不理它');
    else handler(createCommandCall(printer, command));
  }
  if (COMMANDS_WITHOUT_PARAMETERS.has(name) && data.some((byte) => byte > 0x20))
    reportStrayBytes(printer.report, { ...command, name: '' });
}

/** Commands without parameters. */
const COMMANDS_WITHOUT_PARAMETERS = new Set(['^XA', '^XZ', '^FS']);

/** Commands that draw need an open format; those that only set something do not. */
const needsOpenFormat = (name: string): boolean =>
  name.startsWith('^') && !Object.hasOwn(LABEL_COMMANDS, name) && name !== '^FX';

function createCommandCall(printer: Printer, command: Command): Call {
  const place = { at: command.at, command: command.name };
  const { report } = printer;
  const params = parseCommandParams(command, (parameter, text) =>
    report('warning', place, `第 ${parameter} 个参数“${text}”不对，按没有写处理`),
  );
  return {
    printer,
    command,
    place,
    params,
    readDots: (index, min, max) => {
      const scale = printer.settings.dotsPerUnit;
      const value = params.readNumber(index, min / scale, max / scale);
      return value === undefined ? undefined : Math.round(value * scale);
    },
    warn: (message) => report('warning', place, message),
    fail: (message) => report('error', place, message),
    getDraft: () => (printer.draft ??= createZplFieldDraft(place, printer.settings)),
  };
}

/** Reports commands without a handler: no effect on the picture, not supported, or unknown. */
function reportUnhandledCommand(printer: Printer, place: Call['place']): void {
  const { report } = printer;
  const { command } = place;
  const unseen = INVISIBLE_COMMANDS[command];
  const code = UNSUPPORTED_CODES[command];
  if (unseen !== undefined) report('note', place, `${unseen}，不影响画面`);
  else if (code !== undefined) {
    report('error', place, `${code} 还不会画，空着`);
    if (printer.format)
      (printer.draft ??= createZplFieldDraft(place, printer.settings)).isLost = true;
  } else report('warning', place, UNSUPPORTED_COMMANDS[command] ?? '不认识的命令，跳过了');
}

const MAX_SHOWN = 20;

/**
 * Reports bytes that belong to no command. Drivers start with a `CT~` whose prefix belongs to
 * earlier data.
 */
function reportStrayBytes(
  reportNotice: ReportNotice,
  { name, at, data }: Pick<Command, 'name' | 'at' | 'data'>,
): void {
  const text = decodeLatin1(data.subarray(0, 200))
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();
  if ((text === '' && name === '') || (at < 8 && (text === 'CT' || text === ''))) return;
  if (text === '' && name !== '')
    reportNotice('warning', { at, command: name }, '后面没有命令，跳过了');
  else
    reportNotice(
      'warning',
      { at, command: name },
      `“${text.slice(0, MAX_SHOWN)}”不是 ZPL 命令，跳过了`,
    );
}
