// One picture in a thread of its own, which ends with it: what a decoder allocates or breaks goes with the thread.
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebpIn } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initWebpOut } from '@jsquash/webp/encode.js';
import { firstFrame, type Pixels } from './gif-frame.ts';
import type { Converted, ImageJob } from './job.ts';
import { type Box, fitInto, middleSquare, shrink, upright } from './scale.ts';

/** The codecs answer in the browser's type, which Node lacks. */
class PlainImageData implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}
Object.assign(globalThis, { ImageData: PlainImageData });

const AVATAR_PX = 256;
const MAX_PX = { avatar: AVATAR_PX, cover: 1600, post: 2000 };
/** A drawing or a picture of a screen stays exact as long as it is no larger than this. */
const LOSSLESS_BYTES = 600_000;

const { bytes, probe, usage, codecs } = workerData as ImageJob;

/** libjpeg fills what is missing with grey and only prints that it did. */
let complaint = '';

/** Settings of a codec: its module is compiled already, and its words stay here. */
const using = (module: WebAssembly.Module) => ({
  instantiateWasm: (imports: WebAssembly.Imports, done: (instance: never) => void) => {
    const instance = new WebAssembly.Instance(module, imports);
    // Declared to take a module; the glue code takes the instance.
    done(instance as never);
    return instance.exports;
  },
  print: () => {},
  printErr: (line: string) => {
    complaint ||= line;
  },
});

const ownBuffer = (): ArrayBuffer => new Uint8Array(bytes).buffer;

const decode = async (): Promise<Pixels> => {
  switch (probe.type) {
    case 'gif':
      return firstFrame(bytes);
    case 'png':
      await initPng(codecs.png);
      return decodePng(ownBuffer());
    case 'webp':
      await initWebpIn(using(codecs.webpIn));
      return decodeWebp(ownBuffer());
    case 'jpeg': {
      await initJpeg(using(codecs.jpeg));
      const picture = await decodeJpeg(ownBuffer());
      if (/premature|no image|bad huffman/i.test(complaint)) throw new Error(complaint);
      return picture;
    }
  }
};

const encode = async (picture: Pixels): Promise<Uint8Array> => {
  await initWebpOut(using(codecs.webpOut));
  const data = picture as unknown as ImageData;
  if (probe.type === 'png' || probe.type === 'gif') {
    const exact = await encodeWebp(data, { lossless: 1, method: 1, quality: 30 });
    if (exact.byteLength <= LOSSLESS_BYTES) return new Uint8Array(exact);
  }
  return new Uint8Array(await encodeWebp(data, { quality: 82, method: 3 }));
};

const run = async (): Promise<Converted> => {
  const picture = await decode();
  if (picture.width !== probe.width || picture.height !== probe.height)
    throw new Error('the picture is not as large as it declares');
  const whole: Box = { x: 0, y: 0, width: picture.width, height: picture.height };
  const box = usage === 'avatar' ? middleSquare(picture.width, picture.height) : whole;
  const target = fitInto(box.width, box.height, MAX_PX[usage]);
  const small = shrink(picture, box, target.width, target.height);
  const final = upright(small, probe.orientation);
  return { bytes: await encode(final), width: final.width, height: final.height };
};

parentPort?.postMessage(await run());
