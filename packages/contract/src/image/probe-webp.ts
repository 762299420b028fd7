import type { Probe } from './probe-types.ts';

const createWebpProbe = (width: number, height: number): Probe => ({
  type: 'webp',
  width,
  height,
  orientation: 1,
});

/**
 * Reads the size a WebP declares (RFC 9649). Returns null for an animation, and for an extended
 * file whose picture differs in size from its canvas.
 */
export const probeWebp = (bytes: Uint8Array): Probe | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let canvas: Probe | null = null;
  for (let at = 12; at + 18 <= view.byteLength;) {
    const chunk = view.getUint32(at);
    const length = view.getUint32(at + 4, true);
    const data = at + 8;
    if (chunk === 0x56503858 /* VP8X */) {
      if ((view.getUint8(data) & 0x02) !== 0) return null;
      canvas = createWebpProbe(
        1 + (view.getUint32(data + 4, true) & 0xffffff),
        1 + (view.getUint32(data + 6, true) >>> 8),
      );
    }
    let picture: Probe | null = null;
    if (chunk === 0x56503820 /* VP8 */)
      picture = createWebpProbe(
        view.getUint16(data + 6, true) & 0x3fff,
        view.getUint16(data + 8, true) & 0x3fff,
      );
    if (chunk === 0x5650384c /* VP8L */) {
      const bits = view.getUint32(data + 1, true);
      picture = createWebpProbe((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    if (picture) {
      const fits = !canvas || (picture.width === canvas.width && picture.height === canvas.height);
      return fits ? picture : null;
    }
    at = data + length + (length & 1);
  }
  return null;
};
