/**
 * One spelling for what people type in many: full and half width, upper and lower case. Folded letter by letter, so that
 * a place in the folded text is a place in the text itself.
 */
const folded = new Map<string, string>();
const KEPT = 20_000;

const foldLetter = (letter: string): string => {
  const known = folded.get(letter);
  if (known !== undefined) return known;
  const result = letter.normalize('NFKC').toLowerCase();
  if (folded.size < KEPT) folded.set(letter, result);
  return result;
};

const isPlain = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) || (code < 0x80 && !(code >= 0x41 && code <= 0x5a));

export const fold = (text: string): string => {
  let out = '';
  for (const letter of text) {
    out += letter.length === 1 && isPlain(letter.charCodeAt(0)) ? letter : foldLetter(letter);
  }
  return out;
};

export type Folded = {
  text: string;
  /** Where the letter behind each folded unit starts in the source; one more entry: the source's length. */
  at: Uint32Array;
};

/** The folded text, and the way back. */
export const foldWithPlaces = (source: string): Folded => {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of source) {
    const one = letter.length === 1 && isPlain(letter.charCodeAt(0)) ? letter : foldLetter(letter);
    text += one;
    for (let i = 0; i < one.length; i += 1) places.push(at);
    at += letter.length;
  }
  places.push(source.length);
  return { text, at: Uint32Array.from(places) };
};
