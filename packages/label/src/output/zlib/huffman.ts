/** Code words of a Huffman tree, and how long they are: 0 for a symbol that does not occur. Words are bit-reversed. */
export type Code = { lengths: Uint8Array; words: Uint16Array };

/** Symbols an alphabet of DEFLATE has at most. */
const MAX_SYMBOLS = 288;
const LONGEST_WORD = 15;
/** Symbols that occur less often than this are put in order by counting, the few others by comparing. */
const RARE = 64;

export const emptyCode = (symbols: number): Code => ({
  lengths: new Uint8Array(symbols),
  words: new Uint16Array(symbols),
});

// Used again for every code: nothing here outlives a call.
const order = new Int32Array(MAX_SYMBOLS);
/** How many symbols occur how often, then where those begin that do. */
const places = new Uint16Array(RARE);
const weights = new Int32Array(2 * MAX_SYMBOLS);
const parents = new Uint16Array(2 * MAX_SYMBOLS);
const depths = new Uint8Array(2 * MAX_SYMBOLS);
const counts = new Uint16Array(LONGEST_WORD + 1);
const next = new Uint16Array(LONGEST_WORD + 2);

/** Counts above this would not fit beside their symbol. */
const SYMBOL_BITS = 9;

/** Puts the symbols that occur into `order`, the rarest first, of those as rare the lower first; returns how many there are. */
function sortSymbols(frequencies: Uint32Array): number {
  places.fill(0);
  for (let symbol = 0; symbol < frequencies.length; symbol += 1) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency > 0 && frequency < RARE) places[frequency] = (places[frequency] ?? 0) + 1;
  }
  let rare = 0;
  for (let frequency = 1; frequency < RARE; frequency += 1) {
    const count = places[frequency] ?? 0;
    places[frequency] = rare;
    rare += count;
  }
  let used = rare;
  for (let symbol = 0; symbol < frequencies.length; symbol += 1) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency === 0) continue;
    const sorted = (frequency << SYMBOL_BITS) | symbol;
    if (frequency < RARE) {
      const place = places[frequency] ?? 0;
      places[frequency] = place + 1;
      order[place] = sorted;
    } else {
      order[used] = sorted;
      used += 1;
    }
  }
  // Each is different, so that every engine sorts them alike.
  if (used - rare > 1) order.subarray(rare, used).sort();
  return used;
}

/**
 * The best code for symbols that occur as often as `frequencies` says (each below 2^22), with words of at most `longest` bits. A
 * single symbol has a word of one bit, as DEFLATE asks.
 */
export function buildCode(frequencies: Uint32Array, longest: number, code: Code): void {
  const { lengths } = code;
  lengths.fill(0);
  const used = sortSymbols(frequencies);
  if (used < 2) {
    if (used === 1) lengths[(order[0] ?? 0) & ((1 << SYMBOL_BITS) - 1)] = 1;
  } else {
    countLengths(used, longest);
    giveLengths(longest, lengths);
  }
  assignWords(code);
}

/** Joins the two rarest until one is left, then counts how many leaves lie how deep; too deep ones as deep as allowed. */
function countLengths(used: number, longest: number): void {
  for (let leaf = 0; leaf < used; leaf += 1) weights[leaf] = (order[leaf] ?? 0) >>> SYMBOL_BITS;
  let leaf = 0;
  let inner = used;
  const last = 2 * used - 2;
  for (let node = used; node <= last; node += 1) {
    let weight = 0;
    for (let child = 0; child < 2; child += 1) {
      const isLeaf =
        leaf < used && (inner >= node || (weights[leaf] ?? 0) <= (weights[inner] ?? 0));
      const taken = isLeaf ? leaf : inner;
      if (isLeaf) leaf += 1;
      else inner += 1;
      weight += weights[taken] ?? 0;
      parents[taken] = node;
    }
    weights[node] = weight;
  }
  counts.fill(0);
  depths[last] = 0;
  for (let node = last - 1; node >= 0; node -= 1) {
    const depth = (depths[parents[node] ?? 0] ?? 0) + 1;
    depths[node] = depth;
    if (node < used) {
      const length = depth < longest ? depth : longest;
      counts[length] = (counts[length] ?? 0) + 1;
    }
  }
  shorten(longest);
}

/** Makes room where leaves were moved up: as many words as their lengths allow (Kraft), by lengthening shorter ones. */
function shorten(longest: number): void {
  let room = 1 << longest;
  for (let length = 1; length <= longest; length += 1)
    room -= (counts[length] ?? 0) << (longest - length);
  while (room < 0) {
    let length = longest - 1;
    while ((counts[length] ?? 0) === 0) length -= 1;
    // One word becomes two of the next length: itself, and one of the longest.
    counts[length] = (counts[length] ?? 0) - 1;
    counts[length + 1] = (counts[length + 1] ?? 0) + 2;
    counts[longest] = (counts[longest] ?? 0) - 1;
    room += 1;
  }
}

/** The rarest get the longest. */
function giveLengths(longest: number, lengths: Uint8Array): void {
  let at = 0;
  for (let length = longest; length > 0; length -= 1) {
    for (let left = counts[length] ?? 0; left > 0; left -= 1) {
      lengths[(order[at] ?? 0) & ((1 << SYMBOL_BITS) - 1)] = length;
      at += 1;
    }
  }
}

/** Words of the same length count up, in the order of their symbols (RFC 1951, 3.2.2). */
export function assignWords({ lengths, words }: Code): void {
  counts.fill(0);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    counts[length] = (counts[length] ?? 0) + 1;
  }
  counts[0] = 0;
  let word = 0;
  for (let length = 1; length <= LONGEST_WORD; length += 1) {
    word = (word + (counts[length - 1] ?? 0)) << 1;
    next[length] = word;
  }
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const own = next[length] ?? 0;
    next[length] = own + 1;
    words[symbol] = reversed(own, length);
  }
}

const REVERSED_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) turned |= 0x80 >> bit;
  return turned;
});

/** Words are written with their first bit lowest. */
const reversed = (word: number, length: number): number =>
  (((REVERSED_BYTES[word & 255] ?? 0) << 8) | (REVERSED_BYTES[word >> 8] ?? 0)) >> (16 - length);
