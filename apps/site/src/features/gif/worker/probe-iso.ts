const FAMILY = /^(?:avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

const fourCc = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** Whether a picture of this family says first that it is an AVIF. */
export const isAvif = (head: Uint8Array): boolean =>
  /^avi[fs]$/.test(String.fromCharCode(...head.subarray(8, 12)));

/**
 * What an AVIF or HEIC picture says its size is (ISO/IEC 23008-12, `ispe`): the largest of its parts, for a picture may be
 * put together from tiles. Null for any other file. Only declarations are read, in one pass over the head of the file.
 */
export const probeIsoPicture = (head: Uint8Array): { width: number; height: number } | null => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 16 || fourCc(view, 4) !== 'ftyp' || !FAMILY.test(fourCc(view, 8)))
    return null;
  let [width, height] = [0, 0];
  for (let at = 8; at + 16 <= head.byteLength; at += 1) {
    // `ispe` is a full box: its name, four bytes of version and flags, the two sides.
    if (view.getUint32(at) !== 0x69737065) continue;
    const [w, h] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (w * h > width * height) [width, height] = [w, h];
  }
  return { width, height };
};
