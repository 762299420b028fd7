/**
 * Pairing codes: 8 characters of Crockford's Base32 (no I, L, O, U), written in two groups of four: `K7MP-3XQ9`.
 * Crockford's decoding makes the look-alikes harmless: O is read as 0, I and L as 1.
 */
export const PAIR_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PAIR_LENGTH = 8;
/** How long a code can be confirmed, s. */
export const PAIR_CODE_S = 600;

const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' };

/** What somebody typed or pasted as bare code characters: upper case, full width folded, dashes and spaces dropped. */
export const readPairCode = (typed: string): string =>
  [...typed.normalize('NFKC').toUpperCase()]
    .map((character) => READ_AS[character] ?? character)
    .filter((character) => PAIR_ALPHABET.includes(character))
    .join('')
    .slice(0, PAIR_LENGTH);

export const isPairCode = (code: string): boolean =>
  code.length === PAIR_LENGTH && [...code].every((character) => PAIR_ALPHABET.includes(character));

/** `K7MP3XQ9` → `K7MP-3XQ9`; a part of a code stays readable too. */
export const showPairCode = (code: string): string =>
  code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
