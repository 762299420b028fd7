import { concatBytes, encodeLatin1 } from '../../bytes.ts';
import { indexEffectsByCommand, listResetCommands } from '../../language/effects.ts';
import { ESCPOS_EFFECTS } from '../../language/escpos-effects.ts';
import { isRealTimeCommandStart } from '../../language/real-time.ts';
import { formatHex, type Paper, type RawLabel, createRefusalAtByte, Repeats } from '../label.ts';
import { Feed } from './feed.ts';
import { type Command, DLE, NUL, readEscposCommand } from './commands.ts';
import { isCutCommand, PrintBuffer } from './print-buffer.ts';

const EFFECTS = indexEffectsByCommand(ESCPOS_EFFECTS);
const RESET_COMMANDS = encodeLatin1(listResetCommands(ESCPOS_EFFECTS).join(''));

/** Bytes that are printed as characters or move the paper. */
const isTextByte = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/**
 * Rejects real-time commands, which are executed on arrival, even within data. @throws RawRefusal
 */
function rejectRealTimeCommands(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(DLE); at >= 0; at = bytes.indexOf(DLE, at + 1))
    if (isRealTimeCommandStart(bytes[at], bytes[at + 1]))
      throw createRefusalAtByte(
        at,
        `${formatHex(DLE)} ${formatHex(bytes[at + 1] ?? 0)} 会当场执行（查询、清空或关机），数据里也不行`,
      );
}

/** Settings that last until they are set again, by command name. */
type Settings = Map<string, Uint8Array>;

/** The label being read. */
type Piece = {
  from: number;
  settings: Settings;
  chunks: Uint8Array[];
  buffer: PrintBuffer;
};

/** State of the stream: settings and paper length. */
type Stream = { bytes: Uint8Array; settings: Settings; feed: Feed; repeats: Repeats };

const FF = 0x0c;
const LINE_END = encodeLatin1('\n');
/** `ESC J` with 0 dots: prints the line without a feed. */
const LINE_PRINT = encodeLatin1('\x1bJ\0');
const OPEN_PAGE = '页模式（1B 4C）没有结束（0C 或 1B 53），里面的内容打印不出来';

function startRawLabel({ settings, feed, repeats }: Stream, from: number): Piece {
  feed.restart();
  repeats.addAll(settings.values());
  return { from, settings: new Map(settings), chunks: [], buffer: new PrintBuffer() };
}

/** Ends a label. @throws RawRefusal when it would print nothing, or not completely */
function finishRawLabel({ from, settings, chunks, buffer }: Piece, to: number): RawLabel {
  if (buffer.isPageMode) throw createRefusalAtByte(to - 1, OPEN_PAGE);
  buffer.checkStored();
  if (!buffer.isDrawn) throw createRefusalAtByte(to - 1, '到这里切纸或换页，前面没有要打印的内容');
  return {
    from,
    to,
    copies: 1,
    inherited: [...settings.keys()],
    buildBytes: () => concatBytes([RESET_COMMANDS, ...settings.values(), ...chunks]),
  };
}

/**
 * Ends the current line. `writtenBytes`: bytes to send; before a form feed the line must be printed
 * without an extra line.
 */
function finishTextLine({ feed }: Stream, piece: Piece, at: number, writtenBytes = LINE_END): void {
  piece.chunks.push(writtenBytes);
  piece.buffer.addText(LINE_END);
  feed.addText(LINE_END, at);
}

/** Whether the command is sent; removed commands do not move the paper. */
const isCommandSentToPrinter = (name: string): boolean => EFFECTS.get(name)?.duration !== 'printer';

/** End of the text that starts here. */
function findTextEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (isTextByte(bytes[at] ?? 0) || bytes[at] === NUL)) at += 1;
  return at;
}

function addTextToLabel({ feed }: Stream, piece: Piece, text: Uint8Array, at: number): void {
  piece.chunks.push(text);
  piece.buffer.addText(text);
  feed.addText(text, at);
}

/** Whether a cut comes next. After a form feed it belongs to the same label. */
function isNextCommandCut(bytes: Uint8Array, at: number): boolean {
  const command = at < bytes.length ? readEscposCommand(bytes, at) : '';
  return typeof command !== 'string' && isCutCommand(command.name);
}

/**
 * Adds a form feed. Returns whether it ends the label, as in standard mode. Receipt printers have
 * no form feed there and leave the line unprinted, so the line is ended first.
 */
function addFormFeedAndCheckLabelEnd(stream: Stream, piece: Piece, at: number): boolean {
  const { isPageMode, isLineInked } = piece.buffer;
  if (isLineInked) finishTextLine(stream, piece, at, LINE_PRINT);
  piece.chunks.push(stream.bytes.subarray(at, at + 1));
  piece.buffer.addFormFeed();
  if (isPageMode) stream.feed.finishPage(at);
  return !isPageMode && !isNextCommandCut(stream.bytes, at + 1);
}

/** Adds a command. Returns whether it cuts the label off. */
function addCommandToLabel(stream: Stream, piece: Piece, { name, at, data }: Command): boolean {
  if (!isCommandSentToPrinter(name)) return false;
  const { buffer, chunks } = piece;
  const { settings } = stream;
  if (isCutCommand(name) && buffer.isPageMode) throw createRefusalAtByte(at, OPEN_PAGE);
  if (buffer.needsLineEnd(name, data)) finishTextLine(stream, piece, at);
  stream.feed.addCommand(name, data, at);
  chunks.push(data);
  buffer.addCommand(name, data, at);
  if (name === 'ESC @') settings.clear();
  else if (name !== 'ESC L' && name !== 'ESC S' && EFFECTS.get(name)?.duration === 'told') {
    settings.delete(name);
    settings.set(name, data);
  }
  return isCutCommand(name);
}

/**
 * Reads the labels of an ESC/POS stream one by one, with the settings each inherits from earlier
 * ones. A label ends at a cut or, in standard mode, at a form feed; content after the last end is a
 * label too. `ESCPOS_EFFECTS` defines which commands are allowed. Linear time. @throws RawRefusal
 * at the first byte that is not understood, would do more than draw labels, or would leave
 * something in the printer
 */
export function* readRawEscposLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  rejectRealTimeCommands(bytes);
  const stream = { bytes, settings: new Map(), feed: new Feed(paper), repeats: new Repeats() };
  let piece = startRawLabel(stream, 0);
  for (let at = 0; at < bytes.length;) {
    const begin = at;
    let isEnd = false;
    at = findTextEnd(bytes, begin);
    if (at > begin) addTextToLabel(stream, piece, bytes.subarray(begin, at), begin);
    else if (bytes[begin] === FF) {
      isEnd = addFormFeedAndCheckLabelEnd(stream, piece, begin);
      at += 1;
    } else {
      const command = readEscposCommand(bytes, begin);
      if (typeof command === 'string') throw createRefusalAtByte(begin, command);
      isEnd = addCommandToLabel(stream, piece, command);
      at += command.data.length;
    }
    if (!isEnd) continue;
    yield finishRawLabel(piece, at);
    piece = startRawLabel(stream, at);
  }
  const { isDrawn, isLineInked, isPageMode } = piece.buffer;
  if (isLineInked) finishTextLine(stream, piece, bytes.length - 1);
  if (isDrawn || isPageMode) yield finishRawLabel(piece, bytes.length);
  piece.buffer.checkStored();
}
