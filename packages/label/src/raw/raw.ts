import { readEscposLabels } from './escpos/labels.ts';
import { type Paper, type RawLabel, RawRefusal } from './label.ts';
import { type RawStock, toPaper } from './stock.ts';
import { readTsplLabels } from './tspl/labels.ts';
import { readZplLabels } from './zpl/labels.ts';

export { type PictureStock, createPictureTemplate } from './picture-template.ts';
export { createRawTemplate } from './raw-template.ts';
export { type RawStock } from './stock.ts';
export { type RawLabel, RawRefusal } from './label.ts';

const RAW_READERS = {
  zpl: readZplLabels,
  tspl: readTsplLabels,
  escpos: readEscposLabels,
} as const satisfies Record<string, (bytes: Uint8Array, paper: Paper) => Generator<RawLabel>>;

export type RawLanguage = keyof typeof RAW_READERS;

const NONE: Readonly<Record<RawLanguage, string>> = {
  zpl: '没有要印的标签：要有 ^XA … ^XZ，里面有内容',
  tspl: '没有要印的标签：最后要有一行 PRINT 1',
  escpos: '没有要印的内容',
};

const tellMany: Readonly<Record<RawLanguage, (copies: number) => string>> = {
  zpl: (copies) => `一次只印一张，这里要印 ${copies} 张：按 ^XZ 拆开，分几次提交`,
  tspl: (copies) => `一次只印一张，这里要印 ${copies} 张：分几次提交`,
  escpos: (copies) => `一次只印一张，这里切 ${copies} 次纸：分几次提交`,
};

/**
 * The labels of a stream that another system made, one by one, in linear time. `stock` bounds how long each may be, and is
 * said first. @throws RawRefusal
 */
export const readRawLabels = (
  language: RawLanguage,
  stream: Uint8Array,
  stock: RawStock,
): Generator<RawLabel> => RAW_READERS[language](stream, toPaper(language, stock));

/** The bytes to print, or why there are none, in Chinese. */
export type RawReading = { bytes: Uint8Array } | { trouble: string };

/** A stream that is to be printed as one label between others, on this stock. */
export function readRawLabel(
  language: RawLanguage,
  stream: Uint8Array,
  stock: RawStock,
): RawReading {
  let first: RawLabel | null = null;
  let copies = 0;
  try {
    for (const label of readRawLabels(language, stream, stock)) {
      first ??= label;
      copies += label.copies;
    }
  } catch (error) {
    if (error instanceof RawRefusal) return { trouble: error.message };
    throw error;
  }
  if (first === null) return { trouble: NONE[language] };
  return copies > 1 ? { trouble: tellMany[language](copies) } : { bytes: first.bytes() };
}
