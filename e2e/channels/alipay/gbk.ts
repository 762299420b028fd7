let table: Map<string, [number, number]> | null = null;

/** The two-byte characters of GBK, inverted from Node's decoder. */
const buildGbkPairs = (): Map<string, [number, number]> => {
  const decoder = new TextDecoder('gbk');
  const made = new Map<string, [number, number]>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      const isOne = [...character].length === 1 && character !== '\u{FFFD}';
      if (isOne && !made.has(character)) made.set(character, [lead, trail]);
    }
  }
  return made;
};

/** Encodes text in GBK; unsupported characters become `?`, as in Java. */
export const encodeGbk = (text: string): Buffer => {
  table ??= buildGbkPairs();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes.push(...(code < 0x80 ? [code] : (table.get(character) ?? [0x3f])));
  }
  return Buffer.from(bytes);
};
