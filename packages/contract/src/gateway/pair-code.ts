/**
 * Pairing codes: 8 characters of Crockford's Base32 (no I, L, O, U), written in two groups of four:
 * `K7MP-3XQ9`. Crockford's decoding resolves look-alikes: O is read as 0, I and L as 1.
 */
export const PAIR_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PAIR_LENGTH = 8;
/** Seconds in which a code can be confirmed. */
export const PAIR_CODE_S = 600;

const LOOK_ALIKES: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' };

/**
 * Normalizes typed or pasted text to code characters: upper case, half width, no dashes or spaces.
 */
export const normalizePairCode = (code: string): string =>
  [...code.normalize('NFKC').toUpperCase()]
    .map((character) => LOOK_ALIKES[character] ?? character)
    .filter((character) => PAIR_ALPHABET.includes(character))
    .join('')
    .slice(0, PAIR_LENGTH);

export const isPairCode = (code: string): boolean =>
  code.length === PAIR_LENGTH && [...code].every((character) => PAIR_ALPHABET.includes(character));

/** `K7MP3XQ9` → `K7MP-3XQ9`; partial codes work too. */
export const formatPairCode = (code: string): string =>
  code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
