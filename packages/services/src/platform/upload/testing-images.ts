import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decodeWebp, { init as initDecode } from '@jsquash/webp/decode.js';
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import encodePng, { init as initPng } from '@jsquash/png/encode.js';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';

/** ImageData for tests, because Node has no such class. */
class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}
Object.assign(globalThis, { ImageData: PlainImageData });

const getModule = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(name))));

const createCodecOptions = (name: string) => ({
  instantiateWasm: (imports: WebAssembly.Imports, done: (instance: never) => void) => {
    const instance = new WebAssembly.Instance(getModule(name), imports);
    done(instance as never);
    return instance.exports;
  },
});

type Colour = readonly [number, number, number];

/** Red on the left, blue on the right. */
const createHalves = (width: number, height: number): ImageData => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour: Colour = x < width / 2 ? [255, 0, 0] : [0, 0, 255];
      data.set([...colour, 255], (y * width + x) * 4);
    }
  return new PlainImageData(data, width, height) as unknown as ImageData;
};

export const createPng = async (width: number, height: number): Promise<Buffer> => {
  await initPng(getModule('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return Buffer.from(await encodePng(createHalves(width, height)));
};

export const createWebp = async (width: number, height: number): Promise<Buffer> => {
  await initWebp(createCodecOptions('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  return Buffer.from(await encodeWebp(createHalves(width, height)));
};

/** EXIF with an orientation and, as text that must be removed, a position. */
const createExif = (orientation: number): Buffer => {
  const text = Buffer.from('GPS 31.2304N 121.4737E\0');
  const tiff = Buffer.alloc(26 + text.length);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  text.copy(tiff, 26);
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
};

export const createJpeg = async (
  width: number,
  height: number,
  orientation = 1,
): Promise<Buffer> => {
  await initJpeg(createCodecOptions('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  const plain = Buffer.from(await encodeJpeg(createHalves(width, height), { quality: 90 }));
  return Buffer.concat([plain.subarray(0, 2), createExif(orientation), plain.subarray(2)]);
};

/** Two frames: the first all red, the second all blue. */
export const createAnimatedGif = (width = 2, height = 2): Buffer => {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const colours = Buffer.from([255, 0, 0, 0, 0, 255]);
  // Codes of three bits: clear, the colour four times, end. The dictionary grows to four bits only
  // after that.
  const createFrame = (colour: 0 | 1): Buffer => {
    const codes: [number, number][] = [
      [4, 3],
      [colour, 3],
      [colour, 3],
      [colour, 3],
      [colour, 4],
      [5, 4],
    ];
    let [bits, held] = [0, 0];
    for (const [code, size] of codes) {
      bits += code * 2 ** held;
      held += size;
    }
    const packed = Buffer.from([bits & 255, (bits >> 8) & 255, (bits >> 16) & 255]);
    return Buffer.concat([
      Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, packed.length]),
      packed,
      Buffer.from([0]),
    ]);
  };
  return Buffer.concat([screen, colours, createFrame(0), createFrame(1), Buffer.from([0x3b])]);
};

export type Picture = {
  width: number;
  height: number;
  getPixel: (x: number, y: number) => number[];
};

/** The pixels of a stored picture. */
export const decodePicture = async (bytes: Uint8Array): Promise<Picture> => {
  await initDecode(createCodecOptions('@jsquash/webp/codec/dec/webp_dec.wasm'));
  const { width, height, data } = await decodeWebp(new Uint8Array(bytes).buffer);
  const getPixel = (x: number, y: number): number[] =>
    Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4));
  return { width, height, getPixel };
};
