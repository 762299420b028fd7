import { CODE_COMMANDS } from './commands/codes.ts';
import { FIELD_COMMANDS } from './commands/field.ts';
import { CODES_NOT_DRAWN, NOT_DONE, UNSEEN_COMMANDS } from './commands/known.ts';
import { LABEL_COMMANDS } from './commands/label.ts';
import { SHAPE_COMMANDS } from './commands/shapes.ts';
import { STORED_COMMANDS } from './commands/stored.ts';
import { endFormat, endField, endStream, startFormat } from './formats.ts';
import type { Labels } from './formats.ts';
import type { ZplLabel, ZplOptions } from './label.ts';
import { CHANGES, listCommands, toLatin1 } from './lexer.ts';
import type { Command } from './lexer.ts';
import { ZPL_LIMITS } from './limits.ts';
import { createNotices, listLines } from './notice.ts';
import type { Lines, Tell, ZplNotice } from './notice.ts';
import { nameOtherLanguage } from './other-language.ts';
import { getParams } from './params.ts';
import { newDraft, settingsAtPowerUp } from './printer.ts';
import type { Call, Handler, Printer } from './printer.ts';

export type ZplStream = {
  labels: ZplLabel[];
  /** How many labels the stream has, those that are not kept included. */
  total: number;
  notices: ZplNotice[];
  /** Turns places of its fields into lines. */
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
 * Reads a stream of ZPL II as a printer does (Zebra's ZPL II Programming Guide): what it prints, and what of it was not
 * understood or will not be drawn. A text is one that was typed or pasted, whose characters are known; bytes are taken as
 * `^CI` says. Never throws, whatever it is given; linear, and bounded by `ZPL_LIMITS`.
 */
export function readZpl(source: string | Uint8Array, options: ZplOptions): ZplStream {
  const whole = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const bytes = withoutMark(whole).subarray(0, ZPL_LIMITS.bytes);
  const lines = listLines(bytes);
  const { tell, all } = createNotices(lines);
  const isCut = whole.length > ZPL_LIMITS.bytes;
  if (isCut) {
    const most = `${ZPL_LIMITS.bytes / 1024 / 1024} MB`;
    tell('error', { at: bytes.length, command: '' }, `内容太长，只看前 ${most}`);
  }
  const printer = newPrinter(options, typeof source === 'string', tell);
  const labels: Labels = { kept: [], total: 0, fields: 0, options, lines };
  for (const command of listCommands(bytes)) obey(printer, labels, command);
  endStream(printer, labels, isCut);
  const other = labels.total === 0 ? nameOtherLanguage(bytes) : undefined;
  if (other !== undefined) {
    // What each of its lines is not as ZPL says nothing.
    const said = createNotices(lines);
    said.tell('error', { at: 0, command: '' }, other);
    return { labels: [], total: 0, notices: said.all(), lines };
  }
  return { labels: labels.kept, total: labels.total, notices: all(), lines };
}

function newPrinter({ dpi }: ZplOptions, isTyped: boolean, tell: Tell): Printer {
  return {
    dpi,
    isTyped,
    settings: settingsAtPowerUp(dpi),
    stores: { graphics: new Map(), formats: new Map(), bytes: 0 },
    recalled: 0,
    isFull: false,
    format: undefined,
    draft: undefined,
    tell,
  };
}

/** A byte order mark is none of a printer's business, and of no editor's choice. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

function obey(printer: Printer, labels: Labels, command: Command): void {
  const { name, at, data } = command;
  const place = { at, command: name };
  if (name === '' || name.length === 1) {
    tellStray(printer.tell, command);
    return;
  }
  if (name === '^XA') startFormat(printer, labels, place);
  else if (name === '^XZ') endFormat(printer, labels, place);
  else if (name === '^FS') endField(printer);
  else if (!CHANGES.has(name)) {
    const handler = HANDLERS.get(name);
    if (handler === undefined) tellOther(printer, place);
    else if (printer.format === undefined && isForFormats(name))
      printer.tell('warning', place, '在 ^XA 前面，打印机不理它');
    else handler(getCall(printer, command));
  }
  if (BARE.has(name) && data.some((byte) => byte > 0x20))
    tellStray(printer.tell, { ...command, name: '' });
}

/** Commands without parameters. */
const BARE = new Set(['^XA', '^XZ', '^FS']);

/** What draws needs a label; what only sets something does not. */
const isForFormats = (name: string): boolean =>
  name.startsWith('^') && !Object.hasOwn(LABEL_COMMANDS, name) && name !== '^FX';

function getCall(printer: Printer, command: Command): Call {
  const place = { at: command.at, command: command.name };
  const { tell } = printer;
  const params = getParams(command, (parameter, text) =>
    tell('warning', place, `第 ${parameter} 个参数“${text}”不对，按没有写处理`),
  );
  return {
    printer,
    command,
    place,
    params,
    dots: (index, least, most) => {
      const scale = printer.settings.dotsPerUnit;
      const value = params.number(index, least / scale, most / scale);
      return value === undefined ? undefined : Math.round(value * scale);
    },
    warn: (message) => tell('warning', place, message),
    fail: (message) => tell('error', place, message),
    draft: () => (printer.draft ??= newDraft(place, printer.settings)),
  };
}

/** Commands without a handler: of no influence on the picture, not drawn here, or not known at all. */
function tellOther(printer: Printer, place: Call['place']): void {
  const { tell } = printer;
  const { command } = place;
  const unseen = UNSEEN_COMMANDS[command];
  const code = CODES_NOT_DRAWN[command];
  if (unseen !== undefined) tell('note', place, `${unseen}，不影响画面`);
  else if (code !== undefined) {
    tell('error', place, `${code} 还不会画，空着`);
    if (printer.format) (printer.draft ??= newDraft(place, printer.settings)).isLost = true;
  } else tell('warning', place, NOT_DONE[command] ?? '不认识的命令，跳过了');
}

const MAX_SHOWN = 20;

/** Bytes that belong to no command. Drivers begin with a `CT~` whose sign belongs to what was sent before. */
function tellStray(tell: Tell, { name, at, data }: Pick<Command, 'name' | 'at' | 'data'>): void {
  const text = toLatin1(data.subarray(0, 200))
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();
  if ((text === '' && name === '') || (at < 8 && (text === 'CT' || text === ''))) return;
  if (text === '' && name !== '') tell('warning', { at, command: name }, '后面没有命令，跳过了');
  else tell('warning', { at, command: name }, `“${text.slice(0, MAX_SHOWN)}”不是 ZPL 命令，跳过了`);
}
