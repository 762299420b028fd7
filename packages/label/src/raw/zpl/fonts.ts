import type { Command } from '../../zpl/lexer.ts';
import { refuseAt } from '../label.ts';
import { readName } from './objects.ts';
import { readText } from './params.ts';
import type { State } from './state.ts';

const LETTER = /^[A-Z0-9]$/;
const MAX_PARAMETER_BYTES = 80;

/** A font as it is stored, where its name stands for one only. @throws RawRefusal */
function readFont({ name, at }: Command, text: string): string {
  const font = readName(text, ['FNT']);
  if (!font || font.isPattern || text.trim() === '')
    throw refuseAt(at, `${name} 的字体读不懂：写成 E:SIMSUN.TTF 这样`);
  return text.trim().toUpperCase();
}

const splitFont = (command: Command): [letter: string, ...parts: string[]] => {
  if (command.data.length > MAX_PARAMETER_BYTES)
    throw refuseAt(command.at, `${command.name} 的参数太长`);
  const text = readText(command).trimStart();
  return [text.charAt(0).toUpperCase(), ...text.slice(1).split(',')];
};

/** `^CW`: printers keep the letter until they are switched off. Fields name the font itself instead. @throws RawRefusal */
export function nameFont(state: State, command: Command): void {
  const [letter, ...parts] = splitFont(command);
  if (!LETTER.test(letter)) throw refuseAt(command.at, '^CW 的参数读不懂：先是一个字母，再是字体');
  state.fonts = new Map([...state.fonts, [letter, readFont(command, parts[1] ?? '')]]);
}

/** `^CF`: a letter of the stream's own is no default font. @throws RawRefusal */
export function checkDefaultFont({ fonts }: State, { at, ...command }: Command): void {
  const letter = readText(command).trimStart().charAt(0).toUpperCase();
  if (fonts.has(letter))
    throw refuseAt(
      at,
      `^CF 不能用 ^CW 起的名字 ${letter}：它会留在打印机里；每个字段写 ^A${letter}`,
    );
}

/**
 * What stands behind `^A`, with the font by its name where the stream has a letter for it, or named it before: what a letter
 * and a nameless `^A@` mean, printers keep. @throws RawRefusal
 */
export function writeFont(state: State, command: Command): string {
  const [letter, way = '', height = '', width = '', name = ''] = splitFont(command);
  const given = state.fonts.get(letter);
  if (letter !== '@' && given === undefined) return readText(command);
  if (letter === '@' && name.trim() !== '') state.namedFont = readFont(command, name);
  const font = letter === '@' ? state.namedFont : given;
  if (!font)
    throw refuseAt(
      command.at,
      '^A@ 没有写字体，打印机会用上一张标签的：写成 ^A@N,30,30,E:SIMSUN.TTF',
    );
  return `@${[way, height, width].map((part) => part.trim()).join()},${font}`;
}
