import { concat, latin1 } from '../../bytes.ts';
import { indexEffects, listResets } from '../../language/effects.ts';
import { ESCPOS_EFFECTS } from '../../language/escpos-effects.ts';
import { isRealTime } from '../../language/real-time.ts';
import { writeHex, type Paper, type RawLabel, refuseAt, Repeats } from '../label.ts';
import { Feed } from './feed.ts';
import { type Command, DLE, NUL, readCommand } from './commands.ts';
import { isCut, PrintBuffer } from './print-buffer.ts';

const EFFECTS = indexEffects(ESCPOS_EFFECTS);
const BEGIN = latin1(listResets(ESCPOS_EFFECTS).join(''));

/** Single bytes that are printed as characters or move the paper. */
const isText = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Carried out the moment it arrives, in data, too. @throws RawRefusal */
function checkRealTime(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(DLE); at >= 0; at = bytes.indexOf(DLE, at + 1))
    if (isRealTime(bytes[at], bytes[at + 1]))
      throw refuseAt(
        at,
        `${writeHex(DLE)} ${writeHex(bytes[at + 1] ?? 0)} 会当场执行（查询、清空或关机），数据里也不行`,
      );
}

/** What holds until it is said again, by the command's name: as few as there are commands. */
type Settings = Map<string, Uint8Array>;

/** A label on its way. */
type Piece = {
  from: number;
  settings: Settings;
  chunks: Uint8Array[];
  buffer: PrintBuffer;
};

/** A stream on its way: what is set, and how far paper goes. */
type Stream = { bytes: Uint8Array; settings: Settings; feed: Feed; repeats: Repeats };

const FF = 0x0c;
const LINE_END = latin1('\n');
/** `ESC J`, 0 dots. */
const LINE_PRINT = latin1('\x1bJ\0');
const OPEN_PAGE = '页模式（1B 4C）没有结束（0C 或 1B 53），里面的内容印不出来';

function beginLabel({ settings, feed, repeats }: Stream, from: number): Piece {
  feed.restart();
  repeats.addAll(settings.values());
  return { from, settings: new Map(settings), chunks: [], buffer: new PrintBuffer() };
}

/** @throws RawRefusal where nothing would come out of it, or not all */
function endLabel({ from, settings, chunks, buffer }: Piece, to: number): RawLabel {
  if (buffer.isPage) throw refuseAt(to - 1, OPEN_PAGE);
  buffer.checkStored();
  if (!buffer.isDrawn) throw refuseAt(to - 1, '到这里切纸或换页，前面没有要印的内容');
  return {
    from,
    to,
    copies: 1,
    inherited: [...settings.keys()],
    bytes: () => concat([BEGIN, ...settings.values(), ...chunks]),
  };
}

/** Ends the line on its way. `written`: how; a form feed behind it needs the line printed, and no line more. */
function endLine({ feed }: Stream, piece: Piece, at: number, written = LINE_END): void {
  piece.chunks.push(written);
  piece.buffer.text(LINE_END);
  feed.text(LINE_END, at);
}

/** What is left out moves nothing. */
const isSent = (name: string): boolean => EFFECTS.get(name)?.lasting !== 'printer';

/** How far text goes from here. */
function findTextEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (isText(bytes[at] ?? 0) || bytes[at] === NUL)) at += 1;
  return at;
}

function addText({ feed }: Stream, piece: Piece, text: Uint8Array, at: number): void {
  piece.chunks.push(text);
  piece.buffer.text(text);
  feed.text(text, at);
}

/** A cut behind a form feed ends the same label. */
function isCutNext(bytes: Uint8Array, at: number): boolean {
  const command = at < bytes.length ? readCommand(bytes, at) : '';
  return typeof command !== 'string' && isCut(command.name);
}

/** Whether the label ends behind it, as in standard mode. Printers of receipts know none there, and leave the line unprinted. */
function addFormFeed(stream: Stream, piece: Piece, at: number): boolean {
  const { isPage, isLineInked } = piece.buffer;
  if (isLineInked) endLine(stream, piece, at, LINE_PRINT);
  piece.chunks.push(stream.bytes.subarray(at, at + 1));
  piece.buffer.formFeed();
  if (isPage) stream.feed.endPage(at);
  return !isPage && !isCutNext(stream.bytes, at + 1);
}

/** Whether the label is cut off behind it. */
function addCommand(stream: Stream, piece: Piece, { name, at, data }: Command): boolean {
  if (!isSent(name)) return false;
  const { buffer, chunks } = piece;
  const { settings } = stream;
  if (isCut(name) && buffer.isPage) throw refuseAt(at, OPEN_PAGE);
  if (buffer.needsLineEnd(name, data)) endLine(stream, piece, at);
  stream.feed.command(name, data, at);
  chunks.push(data);
  buffer.command(name, data, at);
  if (name === 'ESC @') settings.clear();
  else if (name !== 'ESC L' && name !== 'ESC S' && EFFECTS.get(name)?.lasting === 'told') {
    settings.delete(name);
    settings.set(name, data);
  }
  return isCut(name);
}

/**
 * The labels of a stream of ESC/POS, one by one, up to a cut or, in standard mode, a form feed each, with what it inherits
 * from those before; what is drawn behind the last one is one, too. What a label may hold and what becomes of the rest:
 * `ESCPOS_EFFECTS`. In linear time. @throws RawRefusal at the first byte that is not understood, would do more than draw
 * labels, or would leave some of it in the printer
 */
export function* readEscposLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  checkRealTime(bytes);
  const stream = { bytes, settings: new Map(), feed: new Feed(paper), repeats: new Repeats() };
  let piece = beginLabel(stream, 0);
  for (let at = 0; at < bytes.length;) {
    const begin = at;
    let isEnd = false;
    at = findTextEnd(bytes, begin);
    if (at > begin) addText(stream, piece, bytes.subarray(begin, at), begin);
    else if (bytes[begin] === FF) {
      isEnd = addFormFeed(stream, piece, begin);
      at += 1;
    } else {
      const command = readCommand(bytes, begin);
      if (typeof command === 'string') throw refuseAt(begin, command);
      isEnd = addCommand(stream, piece, command);
      at += command.data.length;
    }
    if (!isEnd) continue;
    yield endLabel(piece, at);
    piece = beginLabel(stream, at);
  }
  const { isDrawn, isLineInked, isPage } = piece.buffer;
  if (isLineInked) endLine(stream, piece, bytes.length - 1);
  if (isDrawn || isPage) yield endLabel(piece, bytes.length);
  piece.buffer.checkStored();
}
