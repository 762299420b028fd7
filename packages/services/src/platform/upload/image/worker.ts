// Runs in a separate thread per picture that ends afterwards, so that memory and crashes of a
// decoder end with it.
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebpIn } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initWebpOut } from '@jsquash/webp/encode.js';
import { deflateSync } from 'node:zlib';
import { PICTURE_SIDE, PICTURE_THUMB_SIDE } from '@yunbiao/contract/limits/picture';
import { convertToGray, encodeGrayAsPng } from '@yunbiao/label/encode-gray';
import { classifyPictureTone } from '@yunbiao/label/picture-tone';
import { decodeFirstFrame, type Pixels } from './gif-frame.ts';
import type { Converted, ImageJob } from './job.ts';
import { type Box, scaleToFit, computeCenterSquare, shrinkPixels, rotateUpright } from './scale.ts';

/** The codecs return the browser's `ImageData`, which Node lacks. */
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
const MAX_PX = { avatar: AVATAR_PX, cover: 1600, post: 2000, library: PICTURE_SIDE };
/** Maximum size of a drawing or screenshot stored lossless, bytes. */
const LOSSLESS_BYTES = 600_000;
const THUMB_LOSSLESS_BYTES = 20_000;

const { bytes, probe, usage, codecs } = workerData as ImageJob;

/** libjpeg fills missing data with grey and only prints a warning. */
let complaint = '';

/** Codec options: uses the compiled module and captures its output. */
const createCodecOptions = (module: WebAssembly.Module) => ({
  instantiateWasm: (imports: WebAssembly.Imports, receiveInstance: (instance: never) => void) => {
    const instance = new WebAssembly.Instance(module, imports);
    // The type declares a module, but the glue code takes the instance.
    receiveInstance(instance as never);
    return instance.exports;
  },
  print: () => {},
  printErr: (line: string) => {
    complaint ||= line;
  },
});

const copyToBuffer = (): ArrayBuffer => new Uint8Array(bytes).buffer;

const decodeImage = async (): Promise<Pixels> => {
  switch (probe.type) {
    case 'gif':
      return decodeFirstFrame(bytes);
    case 'png':
      await initPng(codecs.png);
      return decodePng(copyToBuffer());
    case 'webp':
      await initWebpIn(createCodecOptions(codecs.webpIn));
      return decodeWebp(copyToBuffer());
    case 'jpeg': {
      await initJpeg(createCodecOptions(codecs.jpeg));
      const picture = await decodeJpeg(copyToBuffer());
      if (/premature|no image|bad huffman/i.test(complaint)) throw new Error(complaint);
      return picture;
    }
  }
};

const encodeWebpImage = async (
  picture: Pixels,
  losslessBytes = LOSSLESS_BYTES,
): Promise<Uint8Array> => {
  await initWebpOut(createCodecOptions(codecs.webpOut));
  const data = picture as unknown as ImageData;
  if (probe.type === 'png' || probe.type === 'gif') {
    const exact = await encodeWebp(data, { lossless: 1, method: 1, quality: 30 });
    if (exact.byteLength <= losslessBytes) return new Uint8Array(exact);
  }
  return new Uint8Array(await encodeWebp(data, { quality: 82, method: 3 }));
};

/** The picture as labels print it, its tone, and a small one in colour. */
const convertForLabels = async (picture: Pixels): Promise<Converted> => {
  const { width, height } = picture;
  const gray = convertToGray(picture);
  const bytes = encodeGrayAsPng(gray, (raw, level) => deflateSync(raw, { level }));
  const small = scaleToFit(width, height, PICTURE_THUMB_SIDE);
  const whole: Box = { x: 0, y: 0, width, height };
  const thumb = {
    ...small,
    bytes: await encodeWebpImage(
      shrinkPixels(picture, whole, small.width, small.height),
      THUMB_LOSSLESS_BYTES,
    ),
  };
  return { bytes, width, height, label: { thumb, tone: classifyPictureTone(gray.gray) } };
};

const runImageJob = async (): Promise<Converted> => {
  const picture = await decodeImage();
  if (picture.width !== probe.width || picture.height !== probe.height)
    throw new Error('the picture is not as large as it declares');
  const wholeBox: Box = { x: 0, y: 0, width: picture.width, height: picture.height };
  const box = usage === 'avatar' ? computeCenterSquare(picture.width, picture.height) : wholeBox;
  const target = scaleToFit(box.width, box.height, MAX_PX[usage]);
  const small = shrinkPixels(picture, box, target.width, target.height);
  const final = rotateUpright(small, probe.orientation);
  if (usage === 'library') return convertForLabels(final);
  return { bytes: await encodeWebpImage(final), width: final.width, height: final.height };
};

parentPort?.postMessage(await runImageJob());
