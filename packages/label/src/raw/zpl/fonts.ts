import type { Command } from '../../zpl/lexer.ts';
import { createRefusalAtByte } from '../label.ts';
import { parseObjectName } from './objects.ts';
import { readParameterText } from './params.ts';
import type { State } from './state.ts';

const LETTER = /^[A-Z0-9]$/;
const MAX_PARAMETER_BYTES = 80;

/** Reads the name of a single stored font. @throws RawRefusal */
function readStoredFontName({ name, at }: Command, text: string): string {
  const font = parseObjectName(text, ['FNT']);
  if (!font || font.isPattern || text.trim() === '')
    throw createRefusalAtByte(at, `${name} 的字体读不懂：写成 E:SIMSUN.TTF 这样`);
  return text.trim().toUpperCase();
}

const splitFontParameters = (command: Command): [letter: string, ...parts: string[]] => {
  if (command.data.length > MAX_PARAMETER_BYTES)
    throw createRefusalAtByte(command.at, `${command.name} 的参数太长`);
  const text = readParameterText(command).trimStart();
  return [text.charAt(0).toUpperCase(), ...text.slice(1).split(',')];
};

/**
 * `^CW`: printers keep the letter until they are switched off, so fields reference the font by its
 * name instead. @throws RawRefusal
 */
export function registerFontLetter(state: State, command: Command): void {
  const [letter, ...parts] = splitFontParameters(command);
  if (!LETTER.test(letter))
    throw createRefusalAtByte(command.at, '^CW 的参数读不懂：先是一个字母，再是字体');
  state.fonts = new Map([...state.fonts, [letter, readStoredFontName(command, parts[1] ?? '')]]);
}

/** `^CF` must not use a letter defined by the stream's `^CW`. @throws RawRefusal */
export function checkDefaultFont({ fonts }: State, { at, ...command }: Command): void {
  const letter = readParameterText(command).trimStart().charAt(0).toUpperCase();
  if (fonts.has(letter))
    throw createRefusalAtByte(
      at,
      `^CF 不能用 ^CW 起的名字 ${letter}：它会留在打印机里；每个字段写 ^A${letter}`,
    );
}

/**
 * Formats the parameters of `^A`, with the font's name in place of a letter defined by the stream
 * or a `^A@` without name, because printers keep the meaning of both. @throws RawRefusal
 */
export function formatFontParameters(state: State, command: Command): string {
  const [letter, rotation = '', height = '', width = '', name = ''] = splitFontParameters(command);
  const letterFont = state.fonts.get(letter);
  if (letter !== '@' && letterFont === undefined) return readParameterText(command);
  if (letter === '@' && name.trim() !== '') state.namedFont = readStoredFontName(command, name);
  const font = letter === '@' ? state.namedFont : letterFont;
  if (!font)
    throw createRefusalAtByte(
      command.at,
      '^A@ 没有写字体，打印机会用上一张标签的：写成 ^A@N,30,30,E:SIMSUN.TTF',
    );
  return `@${[rotation, height, width].map((part) => part.trim()).join()},${font}`;
}
