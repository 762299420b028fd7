import { FULL_ASCII } from '../../linear/full-ascii.ts';

/** Field data of `^B3`. */
export type Code39Data = {
  /** Printed characters. */
  printedText: string;
  /** Characters a scanner in full ASCII mode returns, without `+$` and `-$`. */
  decoded: string;
  /** First character that was not written as its pair; '' when there is none. */
  firstConverted: string;
};

const ON = '+$';
const OFF = '-$';
/** Full ASCII pairs of Code 39 and the character each encodes. */
const PAIRS: ReadonlyMap<string, string> = new Map(
  FULL_ASCII.flatMap((pair, code) =>
    pair.length === 2 ? [[pair, String.fromCharCode(code)] as const] : [],
  ),
);
const SINGLE_CHARACTER = /[0-9A-Z. $/+%-]/;

/**
 * `+$` and `-$` switch full ASCII mode in the scanner and are printed. Between them, characters are
 * written as pairs (guide: ^B3, full ASCII mode); a plain character is replaced by its pair.
 */
export function readCode39Data(data: string): Code39Data {
  const out: Code39Data = { printedText: '', decoded: '', firstConverted: '' };
  let isOn = false;
  for (let at = 0; at < data.length;) {
    const two = data.slice(at, at + 2);
    if (two === (isOn ? OFF : ON)) {
      isOn = !isOn;
      out.printedText += two;
      at += 2;
    } else at += isOn ? readFullAsciiPair(out, two) : readPlainCharacter(out, two.charAt(0));
  }
  return out;
}

function readPlainCharacter(out: Code39Data, character: string): number {
  out.printedText += character;
  out.decoded += character;
  return 1;
}

/** Returns the number of consumed characters. */
function readFullAsciiPair(out: Code39Data, two: string): number {
  const pairedCharacter = PAIRS.get(two);
  if (pairedCharacter !== undefined) {
    out.printedText += two;
    out.decoded += pairedCharacter;
    return 2;
  }
  const character = two.charAt(0);
  const pair = FULL_ASCII[character.charCodeAt(0)];
  if (SINGLE_CHARACTER.test(character) || pair === undefined)
    return readPlainCharacter(out, character);
  out.printedText += pair;
  out.decoded += character;
  out.firstConverted ||= character;
  return 1;
}
