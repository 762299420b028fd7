import type { Command } from '../../zpl/lexer.ts';
import { refuseAt } from '../label.ts';
import { checkDefaultFont, nameFont } from './fonts.ts';
import { type Encoding, type Format, set, type State } from './state.ts';
import { readNumber, readText } from './params.ts';

/** Sets something; `format` is the one on its way. */
type Setter = (state: State, format: Format | null, command: Command) => void;

const MAX_DOTS = 32_000;

const setNumber: Setter = (state, format, command) => {
  const value = readNumber(readText(command), 0);
  if (value !== null && value >= 0 && value <= MAX_DOTS)
    set(state, format, command.name, `${command.name}${value}`);
};

/** Paper that no label of the printer has would come out of a continuous roll. */
const setLength: Setter = (state, format, command) => {
  const { maxLengthMm, dotsPerMm } = state.paper;
  const most = Math.round(maxLengthMm * dotsPerMm);
  if ((readNumber(readText(command), 0) ?? 0) > most)
    throw refuseAt(command.at, `^LL 比这个配置的标签长得多，最多 ${most} 点`);
  setNumber(state, format, command);
};

/** One letter; any other leaves it as it was, as printers do. */
const defineLetter =
  (letters: string): Setter =>
  (state, format, command) => {
    const letter = readText(command).trim().charAt(0).toUpperCase();
    if (letter !== '' && letters.includes(letter))
      set(state, format, command.name, `${command.name}${letter}`);
  };

const setWords: Setter = (state, format, command) =>
  set(state, format, command.name, `${command.name}${readText(command)}`);

const setDefaultFont: Setter = (state, format, command) => {
  checkDefaultFont(state, command);
  setWords(state, format, command);
};

/** Only the speed of printing: labels of ours say no other. */
const setSpeed: Setter = (state, format, command) => {
  const speed = /^\s*(\d{1,2}|[A-E])\s*(?:,|$)/i.exec(readText(command))?.[1];
  if (speed) set(state, format, command.name, `^PR${speed.toUpperCase()}`);
};

/** Which way fields stand. Where they begin by it (a second parameter) would move labels of ours. */
const setFieldWay: Setter = (state, format, command) => {
  const [way = '', justified = ''] = readText(command).split(',');
  if (!['', '0'].includes(justified.trim()))
    throw refuseAt(command.at, '^FW 的第二个参数会留在打印机里，影响后面的标签：写在每个 ^FO 上');
  const letter = way.trim().toUpperCase();
  if (['N', 'R', 'I', 'B'].includes(letter)) set(state, format, '^FW', `^FW${letter}`);
};

const ONE_BYTE = new Set([...Array(14).keys(), 24, 27, 31, 33, 34, 35, 36]);
const PAIRS = new Set([14, 15, 16, 26]);

const toEncoding = (number: number): Encoding | null => {
  if (number === 28) return 'utf-8';
  if (ONE_BYTE.has(number)) return 'bytes';
  return PAIRS.has(number) ? 'pairs' : null;
};

/** Of the encodings that read what `^SE` names: of Chinese, and with ASCII as it is. */
const TABLED = new Set([14, 26]);
const CHINESE_TABLE = '^SEE:GB18030.DAT';

const setEncoding: Setter = (state, format, command) => {
  const text = readText(command);
  const number = readNumber(text, 0) ?? 0;
  const encoding = toEncoding(number);
  if (encoding === null)
    throw refuseAt(command.at, `^CI${text.slice(0, 4)} 是别的编码，这里读不懂：用 ^CI28`);
  state.encoding = encoding;
  // Which table a printer has by itself is not known: that of the label before.
  if (TABLED.has(number) && !state.settings.has('^SE')) set(state, format, '^SE', CHINESE_TABLE);
  set(state, format, '^CI', `^CI${text}`);
};

/** Says the home that `^LH`, `^LS` and `^LT` make together. */
function sayHome(state: State, format: Format | null, { name, at }: Command): void {
  const x = state.home.x - state.shift.left;
  const y = state.home.y + state.shift.down;
  state.offLabel = x < 0 || y < 0 ? { name, at } : null;
  if (state.offLabel === null) set(state, format, '^LH', `^LH${x},${y}`);
}

const moveHome: Setter = (state, format, command) => {
  const text = readText(command);
  const [x, y] = [readNumber(text, 0), readNumber(text, 1)];
  const next = { x: x ?? state.home.x, y: y ?? state.home.y };
  if (Math.min(next.x, next.y) < 0 || Math.max(next.x, next.y) > MAX_DOTS) return;
  state.home = next;
  sayHome(state, format, command);
};

/** Printers keep these as where they begin labels: a shift is said as the home instead, which every label says. */
const shiftHome: Setter = (state, format, command) => {
  const value = readNumber(readText(command), 0);
  const side = command.name === '^LS' ? 'left' : 'down';
  if (value === null || Math.abs(value) > 9_999 || state.shift[side] === value) return;
  if (format?.isBegun)
    throw refuseAt(command.at, `${command.name} 要写在第一个 ^FO 前面：它挪动整张标签`);
  state.shift = { ...state.shift, [side]: value };
  sayHome(state, format, command);
};

/** What stays for the next labels of the stream, each said so that labels of ours can undo it. */
export const ZPL_SETTERS: Readonly<Record<string, Setter>> = {
  '^LH': moveHome,
  '^LS': shiftHome,
  '^LT': shiftHome,
  '^PO': defineLetter('NI'),
  '^PM': defineLetter('NY'),
  '^LR': defineLetter('NY'),
  '^MN': defineLetter('YNWMV'),
  '^PW': setNumber,
  '^LL': setLength,
  '^PR': setSpeed,
  '^BY': setWords,
  '^CF': setDefaultFont,
  '^FW': setFieldWay,
  '^CI': setEncoding,
  '^CW': (state, _format, command) => nameFont(state, command),
  '^SE': setWords,
  '^PA': setWords,
};
