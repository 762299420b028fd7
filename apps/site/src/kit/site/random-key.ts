/** 128 random bits. Not `randomUUID`: browsers withhold it from plain-HTTP pages of a local network. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
