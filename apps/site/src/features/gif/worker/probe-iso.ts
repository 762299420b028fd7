const FAMILY = /^(?:avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

const readFourCc = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** Returns true when the major brand is AVIF. */
export const isAvif = (head: Uint8Array): boolean =>
  /^avi[fs]$/.test(String.fromCharCode(...head.subarray(8, 12)));

/**
 * Declared size of an AVIF or HEIC picture (ISO/IEC 23008-12, `ispe`). Uses the largest item,
 * because a picture can consist of tiles. Returns null for other files. Reads declarations only, in
 * one pass over the head of the file.
 */
export const probeIsoPicture = (head: Uint8Array): { width: number; height: number } | null => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 16 || readFourCc(view, 4) !== 'ftyp' || !FAMILY.test(readFourCc(view, 8)))
    return null;
  let [width, height] = [0, 0];
  for (let at = 8; at + 16 <= head.byteLength; at += 1) {
    // `ispe` is a full box: name, four bytes of version and flags, width, height.
    if (view.getUint32(at) !== 0x69737065) continue;
    const [w, h] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (w * h > width * height) [width, height] = [w, h];
  }
  return { width, height };
};
