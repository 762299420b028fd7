import type { Command } from '../../zpl/lexer.ts';
import { createRefusalAtByte } from '../label.ts';
import { checkDefaultFont, registerFontLetter } from './fonts.ts';
import { type Encoding, type Format, applyZplSetting, type State } from './state.ts';
import { readNumberParameter, readParameterText } from './params.ts';

/** Applies a setting; `format` is the open format. */
type Setter = (state: State, format: Format | null, command: Command) => void;

const MAX_DOTS = 32_000;

const applyNumberSetting: Setter = (state, format, command) => {
  const value = readNumberParameter(readParameterText(command), 0);
  if (value !== null && value >= 0 && value <= MAX_DOTS)
    applyZplSetting(state, format, command.name, `${command.name}${value}`);
};

/**
 * Limits the label length: on continuous paper a longer label would feed paper that no label needs.
 */
const setLabelLength: Setter = (state, format, command) => {
  const { maxLengthMm, dotsPerMm } = state.paper;
  const max = Math.round(maxLengthMm * dotsPerMm);
  if ((readNumberParameter(readParameterText(command), 0) ?? 0) > max)
    throw createRefusalAtByte(command.at, `^LL 比这个配置的标签长得多，最多 ${max} 点`);
  applyNumberSetting(state, format, command);
};

/**
 * Creates the setter of a command with one of the given letters. Any other value is ignored, as in
 * printers.
 */
const createLetterSetter =
  (letters: string): Setter =>
  (state, format, command) => {
    const letter = readParameterText(command).trim().charAt(0).toUpperCase();
    if (letter !== '' && letters.includes(letter))
      applyZplSetting(state, format, command.name, `${command.name}${letter}`);
  };

const applyRawTextSetting: Setter = (state, format, command) =>
  applyZplSetting(state, format, command.name, `${command.name}${readParameterText(command)}`);

const setDefaultFont: Setter = (state, format, command) => {
  checkDefaultFont(state, command);
  applyRawTextSetting(state, format, command);
};

/** Sets the print speed only, because our labels set no other speed. */
const setSpeed: Setter = (state, format, command) => {
  const speed = /^\s*(\d{1,2}|[A-E])\s*(?:,|$)/i.exec(readParameterText(command))?.[1];
  if (speed) applyZplSetting(state, format, command.name, `^PR${speed.toUpperCase()}`);
};

/**
 * Field rotation. The second parameter (justification) is not allowed, because it would move our
 * labels.
 */
const setFieldRotation: Setter = (state, format, command) => {
  const [rotation = '', justified = ''] = readParameterText(command).split(',');
  if (!['', '0'].includes(justified.trim()))
    throw createRefusalAtByte(
      command.at,
      '^FW 的第二个参数会留在打印机里，影响后面的标签：写在每个 ^FO 上',
    );
  const letter = rotation.trim().toUpperCase();
  if (['N', 'R', 'I', 'B'].includes(letter)) applyZplSetting(state, format, '^FW', `^FW${letter}`);
};

const SINGLE_BYTE_ENCODINGS = new Set([...Array(14).keys(), 24, 27, 31, 33, 34, 35, 36]);
const DOUBLE_BYTE_ENCODINGS = new Set([14, 15, 16, 26]);

const toTextEncoding = (number: number): Encoding | null => {
  if (number === 28) return 'utf-8';
  if (SINGLE_BYTE_ENCODINGS.has(number)) return 'bytes';
  return DOUBLE_BYTE_ENCODINGS.has(number) ? 'pairs' : null;
};

/** Encodings whose table `^SE` selects: Chinese, with unchanged ASCII. */
const TABLE_ENCODINGS = new Set([14, 26]);
const CHINESE_TABLE = '^SEE:GB18030.DAT';

const setEncoding: Setter = (state, format, command) => {
  const text = readParameterText(command);
  const number = readNumberParameter(text, 0) ?? 0;
  const encoding = toTextEncoding(number);
  if (encoding === null)
    throw createRefusalAtByte(
      command.at,
      `^CI${text.slice(0, 4)} 是别的编码，这里读不懂：用 ^CI28`,
    );
  state.encoding = encoding;
  // The printer's default table is unknown; it may be that of an earlier label.
  if (TABLE_ENCODINGS.has(number) && !state.settings.has('^SE'))
    applyZplSetting(state, format, '^SE', CHINESE_TABLE);
  applyZplSetting(state, format, '^CI', `^CI${text}`);
};

/** Sets `^LH` to the combination of `^LH`, `^LS` and `^LT`. */
function applyLabelHome(state: State, format: Format | null, { name, at }: Command): void {
  const x = state.home.x - state.shift.left;
  const y = state.home.y + state.shift.down;
  state.offLabel = x < 0 || y < 0 ? { name, at } : null;
  if (state.offLabel === null) applyZplSetting(state, format, '^LH', `^LH${x},${y}`);
}

const moveLabelHome: Setter = (state, format, command) => {
  const text = readParameterText(command);
  const [x, y] = [readNumberParameter(text, 0), readNumberParameter(text, 1)];
  const next = { x: x ?? state.home.x, y: y ?? state.home.y };
  if (Math.min(next.x, next.y) < 0 || Math.max(next.x, next.y) > MAX_DOTS) return;
  state.home = next;
  applyLabelHome(state, format, command);
};

/**
 * Printers keep these as calibration of the label start. The shift is added to the label home
 * instead, which every label sets.
 */
const shiftLabelHome: Setter = (state, format, command) => {
  const value = readNumberParameter(readParameterText(command), 0);
  const side = command.name === '^LS' ? 'left' : 'down';
  if (value === null || Math.abs(value) > 9_999 || state.shift[side] === value) return;
  if (format?.isBegun)
    throw createRefusalAtByte(command.at, `${command.name} 要写在第一个 ^FO 前面：它移动整张标签`);
  state.shift = { ...state.shift, [side]: value };
  applyLabelHome(state, format, command);
};

/** Settings inherited by later labels of the stream, written so that our labels can reset them. */
export const ZPL_SETTERS: Readonly<Record<string, Setter>> = {
  '^LH': moveLabelHome,
  '^LS': shiftLabelHome,
  '^LT': shiftLabelHome,
  '^PO': createLetterSetter('NI'),
  '^PM': createLetterSetter('NY'),
  '^LR': createLetterSetter('NY'),
  '^MN': createLetterSetter('YNWMV'),
  '^PW': applyNumberSetting,
  '^LL': setLabelLength,
  '^PR': setSpeed,
  '^BY': applyRawTextSetting,
  '^CF': setDefaultFont,
  '^FW': setFieldRotation,
  '^CI': setEncoding,
  '^CW': (state, _format, command) => registerFontLetter(state, command),
  '^SE': applyRawTextSetting,
  '^PA': applyRawTextSetting,
};
