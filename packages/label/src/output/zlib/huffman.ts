/**
 * Code words and lengths of a Huffman code; length 0 for an unused symbol. Words are bit-reversed.
 */
export type Code = { lengths: Uint8Array; words: Uint16Array };

/** Maximum number of symbols in an alphabet of DEFLATE. */
const MAX_SYMBOLS = 288;
const MAX_WORD_LENGTH = 15;
/** Symbols with a lower frequency are sorted by counting, the few others by comparing. */
const RARE_FREQUENCY = 64;

export const createEmptyHuffmanCode = (symbols: number): Code => ({
  lengths: new Uint8Array(symbols),
  words: new Uint16Array(symbols),
});

// Reused for every code; nothing here outlives a call.
const order = new Int32Array(MAX_SYMBOLS);
/** Number of symbols per frequency, then the start index of each frequency. */
const places = new Uint16Array(RARE_FREQUENCY);
const weights = new Int32Array(2 * MAX_SYMBOLS);
const parents = new Uint16Array(2 * MAX_SYMBOLS);
const depths = new Uint8Array(2 * MAX_SYMBOLS);
const counts = new Uint16Array(MAX_WORD_LENGTH + 1);
const next = new Uint16Array(MAX_WORD_LENGTH + 2);

/** Bits of the symbol in an entry of `order`; the frequency is above them. */
const SYMBOL_BITS = 9;

/** Sorts the used symbols into `order` by frequency, then by symbol; returns their number. */
function sortSymbolsByFrequency(frequencies: Uint32Array): number {
  places.fill(0);
  for (let symbol = 0; symbol < frequencies.length; symbol += 1) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency > 0 && frequency < RARE_FREQUENCY)
      places[frequency] = (places[frequency] ?? 0) + 1;
  }
  let rareSymbols = 0;
  for (let frequency = 1; frequency < RARE_FREQUENCY; frequency += 1) {
    const count = places[frequency] ?? 0;
    places[frequency] = rareSymbols;
    rareSymbols += count;
  }
  let usedSymbols = rareSymbols;
  for (let symbol = 0; symbol < frequencies.length; symbol += 1) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency === 0) continue;
    const sorted = (frequency << SYMBOL_BITS) | symbol;
    if (frequency < RARE_FREQUENCY) {
      const place = places[frequency] ?? 0;
      places[frequency] = place + 1;
      order[place] = sorted;
    } else {
      order[usedSymbols] = sorted;
      usedSymbols += 1;
    }
  }
  // All entries differ, so every engine sorts them alike.
  if (usedSymbols - rareSymbols > 1) order.subarray(rareSymbols, usedSymbols).sort();
  return usedSymbols;
}

/**
 * Builds the optimal code for `frequencies` (each below 2^22) with words of at most `longest` bits.
 * A single symbol gets a word of one bit, as DEFLATE requires.
 */
export function buildHuffmanCode(frequencies: Uint32Array, longest: number, code: Code): void {
  const { lengths } = code;
  lengths.fill(0);
  const usedSymbols = sortSymbolsByFrequency(frequencies);
  if (usedSymbols < 2) {
    if (usedSymbols === 1) lengths[(order[0] ?? 0) & ((1 << SYMBOL_BITS) - 1)] = 1;
  } else {
    countCodeLengths(usedSymbols, longest);
    assignCodeLengths(longest, lengths);
  }
  assignCodeWords(code);
}

/**
 * Merges the two rarest nodes until one is left, then counts leaves per depth, clamped to
 * `longest`.
 */
function countCodeLengths(usedSymbols: number, longest: number): void {
  for (let leaf = 0; leaf < usedSymbols; leaf += 1)
    weights[leaf] = (order[leaf] ?? 0) >>> SYMBOL_BITS;
  let leaf = 0;
  let inner = usedSymbols;
  const last = 2 * usedSymbols - 2;
  for (let node = usedSymbols; node <= last; node += 1) {
    let weight = 0;
    for (let child = 0; child < 2; child += 1) {
      const isLeaf =
        leaf < usedSymbols && (inner >= node || (weights[leaf] ?? 0) <= (weights[inner] ?? 0));
      const chosenNode = isLeaf ? leaf : inner;
      if (isLeaf) leaf += 1;
      else inner += 1;
      weight += weights[chosenNode] ?? 0;
      parents[chosenNode] = node;
    }
    weights[node] = weight;
  }
  counts.fill(0);
  depths[last] = 0;
  for (let node = last - 1; node >= 0; node -= 1) {
    const depth = (depths[parents[node] ?? 0] ?? 0) + 1;
    depths[node] = depth;
    if (node < usedSymbols) {
      const length = depth < longest ? depth : longest;
      counts[length] = (counts[length] ?? 0) + 1;
    }
  }
  limitCodeLengths(longest);
}

/** Restores the Kraft inequality after clamping by lengthening shorter words. */
function limitCodeLengths(longest: number): void {
  let room = 1 << longest;
  for (let length = 1; length <= longest; length += 1)
    room -= (counts[length] ?? 0) << (longest - length);
  while (room < 0) {
    let length = longest - 1;
    while ((counts[length] ?? 0) === 0) length -= 1;
    // A word becomes two of the next length: itself, and one of the longest.
    counts[length] = (counts[length] ?? 0) - 1;
    counts[length + 1] = (counts[length + 1] ?? 0) + 2;
    counts[longest] = (counts[longest] ?? 0) - 1;
    room += 1;
  }
}

/** Assigns code lengths to symbols: the rarest ones get the longest words. */
function assignCodeLengths(longest: number, lengths: Uint8Array): void {
  let at = 0;
  for (let length = longest; length > 0; length -= 1) {
    for (let remainingCount = counts[length] ?? 0; remainingCount > 0; remainingCount -= 1) {
      lengths[(order[at] ?? 0) & ((1 << SYMBOL_BITS) - 1)] = length;
      at += 1;
    }
  }
}

/** Assigns consecutive words per length in the order of the symbols (RFC 1951, 3.2.2). */
export function assignCodeWords({ lengths, words }: Code): void {
  counts.fill(0);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    counts[length] = (counts[length] ?? 0) + 1;
  }
  counts[0] = 0;
  let word = 0;
  for (let length = 1; length <= MAX_WORD_LENGTH; length += 1) {
    word = (word + (counts[length - 1] ?? 0)) << 1;
    next[length] = word;
  }
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const codeWord = next[length] ?? 0;
    next[length] = codeWord + 1;
    words[symbol] = reverseBits(codeWord, length);
  }
}

const REVERSED_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversedBits = 0;
  for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) reversedBits |= 0x80 >> bit;
  return reversedBits;
});

/** Reverses the bits of a word, because words are stored with their first bit lowest. */
const reverseBits = (word: number, length: number): number =>
  (((REVERSED_BYTES[word & 255] ?? 0) << 8) | (REVERSED_BYTES[word >> 8] ?? 0)) >> (16 - length);
