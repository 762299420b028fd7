/**
 * Cache of normalized letters. Normalization unifies width and case. It works letter by letter, so
 * that positions in the normalized text map to positions in the source.
 */
const normalizedLetters = new Map<string, string>();
const MAX_CACHED_LETTERS = 20_000;

const normalizeLetter = (letter: string): string => {
  const knownLetter = normalizedLetters.get(letter);
  if (knownLetter !== undefined) return knownLetter;
  const result = letter.normalize('NFKC').toLowerCase();
  if (normalizedLetters.size < MAX_CACHED_LETTERS) normalizedLetters.set(letter, result);
  return result;
};

const isUnchangedByNormalization = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) || (code < 0x80 && !(code >= 0x41 && code <= 0x5a));

export const normalizeText = (text: string): string => {
  let out = '';
  for (const letter of text) {
    out +=
      letter.length === 1 && isUnchangedByNormalization(letter.charCodeAt(0))
        ? letter
        : normalizeLetter(letter);
  }
  return out;
};

export type NormalizedText = {
  text: string;
  /**
   * Position in the source of the letter behind each unit of `text`, with a last entry for the
   * source's length.
   */
  at: Uint32Array;
};

/** Normalized text with a map of positions to the source. */
export const normalizeWithPositions = (source: string): NormalizedText => {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of source) {
    const normalizedLetter =
      letter.length === 1 && isUnchangedByNormalization(letter.charCodeAt(0))
        ? letter
        : normalizeLetter(letter);
    text += normalizedLetter;
    for (let i = 0; i < normalizedLetter.length; i += 1) places.push(at);
    at += letter.length;
  }
  places.push(source.length);
  return { text, at: Uint32Array.from(places) };
};
