import { concat, latin1 } from '../../bytes.ts';
import { indexEffects, listResets } from '../../language/effects.ts';
import { ESCPOS_EFFECTS } from '../../language/escpos-effects.ts';
import { isRealTime } from '../../language/real-time.ts';
import { writeHex, LARGEST_PAPER, type Paper, type RawLabel, refuseAt, Repeats } from '../label.ts';
import { Feed } from './feed.ts';
import { DLE, NUL, readCommand } from './commands.ts';

const EFFECTS = indexEffects(ESCPOS_EFFECTS);
const BEGIN = latin1(listResets(ESCPOS_EFFECTS).join(''));

const CUTS = new Set(['GS V', 'ESC i', 'ESC m']);
const DRAWING = new Set([
  'GS k',
  'GS v',
  'GS 8',
  'GS (L',
  'GS (k',
  'GS (Q',
  'GS /',
  'GS c',
  'ESC *',
  'FS p',
]);

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

/** A label on its way. */
type Piece = {
  from: number;
  settings: ReadonlyMap<string, Uint8Array>;
  chunks: Uint8Array[];
  isDrawn: boolean;
  /** In page mode (`ESC L`): nothing is printed or cut until it ends. */
  isPage: boolean;
};

const createLabel = ({ from, settings, chunks }: Piece, to: number): RawLabel => ({
  from,
  to,
  copies: 1,
  inherited: [...settings.keys()],
  bytes: () => concat([BEGIN, ...settings.values(), ...chunks]),
});

/** What holds until it is said again, by the command's name: as few as there are commands. */
type Settings = Map<string, Uint8Array>;

/** What is left out moves nothing. */
const isSent = (name: string): boolean => EFFECTS.get(name)?.lasting !== 'printer';

/** Adds a command to the label on its way. Whether it is cut off behind it. */
function follow(piece: Piece, settings: Settings, name: string, data: Uint8Array): boolean {
  if (!isSent(name)) return false;
  piece.chunks.push(data);
  piece.isDrawn ||= DRAWING.has(name);
  if (name === 'ESC L') piece.isPage = true;
  else if (name === 'ESC S' || name === 'ESC @') piece.isPage = false;
  if (name === 'ESC @') settings.clear();
  else if (name !== 'ESC L' && name !== 'ESC S' && EFFECTS.get(name)?.lasting === 'told') {
    settings.delete(name);
    settings.set(name, data);
  }
  return CUTS.has(name);
}

/** How far text goes from here. */
function findTextEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (isText(bytes[at] ?? 0) || bytes[at] === NUL)) at += 1;
  return at;
}

const FF = 0x0c;
const OPEN_PAGE = '页模式（1B 4C）没有结束（0C 或 1B 53），里面的内容印不出来';

/** A cut behind a form feed ends the same label. */
const isCut = (bytes: Uint8Array, at: number): boolean => {
  const command = at < bytes.length ? readCommand(bytes, at) : '';
  return typeof command !== 'string' && CUTS.has(command.name);
};

const hasInk = (text: Uint8Array): boolean => text.some((byte) => byte >= 0x20);

/**
 * The labels of a stream of ESC/POS, one by one, up to a cut or, in standard mode, a form feed each, with what it inherits from those before; what is drawn
 * behind the last one is one, too. What a label may hold and what becomes of the rest: `ESCPOS_EFFECTS`. In linear time.
 * @throws RawRefusal at the first byte that is not understood, or would do more than draw labels
 */
export function* readEscposLabels(
  bytes: Uint8Array,
  paper: Paper = LARGEST_PAPER,
): Generator<RawLabel> {
  checkRealTime(bytes);
  const feed = new Feed(paper);
  const repeats = new Repeats();
  const settings: Settings = new Map();
  const begin = (from: number): Piece => {
    feed.restart();
    repeats.addAll(settings.values());
    return { from, settings: new Map(settings), chunks: [], isDrawn: false, isPage: false };
  };
  let piece = begin(0);
  for (let at = 0; at < bytes.length;) {
    const textEnd = findTextEnd(bytes, at);
    if (textEnd > at) {
      const text = bytes.subarray(at, textEnd);
      piece.chunks.push(text);
      piece.isDrawn ||= hasInk(text);
      feed.text(text, at);
      at = textEnd;
      continue;
    }
    if (bytes[at] === FF) {
      piece.chunks.push(bytes.subarray(at, at + 1));
      at += 1;
      if (piece.isPage) {
        piece.isPage = false;
        feed.endPage(at - 1);
      } else if (!isCut(bytes, at)) {
        yield createLabel(piece, at);
        piece = begin(at);
      }
      continue;
    }
    const command = readCommand(bytes, at);
    if (typeof command === 'string') throw refuseAt(at, command);
    at += command.data.length;
    if (isSent(command.name)) feed.command(command.name, command.data, command.at);
    if (!follow(piece, settings, command.name, command.data)) continue;
    if (piece.isPage) throw refuseAt(command.at, OPEN_PAGE);
    // A second cut with nothing in between is a cut all the same.
    yield createLabel(piece, at);
    piece = begin(at);
  }
  if (piece.isPage) throw refuseAt(bytes.length - 1, OPEN_PAGE);
  if (piece.isDrawn) yield createLabel(piece, bytes.length);
}
