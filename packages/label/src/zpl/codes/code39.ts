import { FULL_ASCII } from '../../linear/full-ascii.ts';

/** Field data of `^B3`. */
export type Code39Data = {
  /** The characters that are printed. */
  spelled: string;
  /** What a scanner tells that follows `+$` and `-$`, without these. */
  told: string;
  /** The first character that is not written as its pair; '' where all are. */
  unspelled: string;
};

const ON = '+$';
const OFF = '-$';
/** What two characters of Code 39 say together. */
const PAIRS: ReadonlyMap<string, string> = new Map(
  FULL_ASCII.flatMap((pair, code) =>
    pair.length === 2 ? [[pair, String.fromCharCode(code)] as const] : [],
  ),
);
const OWN = /[0-9A-Z. $/+%-]/;

/**
 * `+$` and `-$` turn full ASCII on and off in the scanner, so they are printed; between them pairs are written out (guide:
 * ^B3, full ASCII mode). What is not written out there becomes its pair.
 */
export function readCode39Data(data: string): Code39Data {
  const out: Code39Data = { spelled: '', told: '', unspelled: '' };
  let isOn = false;
  for (let at = 0; at < data.length;) {
    const two = data.slice(at, at + 2);
    if (two === (isOn ? OFF : ON)) {
      isOn = !isOn;
      out.spelled += two;
      at += 2;
    } else at += isOn ? readPaired(out, two) : readPlain(out, two.charAt(0));
  }
  return out;
}

function readPlain(out: Code39Data, character: string): number {
  out.spelled += character;
  out.told += character;
  return 1;
}

/** How many characters of the data it takes. */
function readPaired(out: Code39Data, two: string): number {
  const said = PAIRS.get(two);
  if (said !== undefined) {
    out.spelled += two;
    out.told += said;
    return 2;
  }
  const character = two.charAt(0);
  const pair = FULL_ASCII[character.charCodeAt(0)];
  if (OWN.test(character) || pair === undefined) return readPlain(out, character);
  out.spelled += pair;
  out.told += character;
  out.unspelled ||= character;
  return 1;
}
