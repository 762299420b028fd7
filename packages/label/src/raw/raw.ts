import { readRawEscposLabels } from './escpos/labels.ts';
import { type Paper, type RawLabel, RawRefusal } from './label.ts';
import { type RawStock, convertStockToPaper } from './stock.ts';
import { readRawTsplLabels } from './tspl/labels.ts';
import { readRawZplLabels } from './zpl/labels.ts';

export { type PictureStock, createPictureTemplate } from './picture-template.ts';
export { createRawPlaceholderTemplate } from './raw-template.ts';
export { type RawStock } from './stock.ts';
export { type RawLabel, RawRefusal } from './label.ts';

const RAW_READERS = {
  zpl: readRawZplLabels,
  tspl: readRawTsplLabels,
  escpos: readRawEscposLabels,
} as const satisfies Record<string, (bytes: Uint8Array, paper: Paper) => Generator<RawLabel>>;

export type RawLanguage = keyof typeof RAW_READERS;

const NO_LABEL_MESSAGES: Readonly<Record<RawLanguage, string>> = {
  zpl: '没有要打印的标签：要有 ^XA … ^XZ，里面有内容',
  tspl: '没有要打印的标签：最后要有一行 PRINT 1',
  escpos: '没有要打印的内容',
};

const describeMultipleLabels: Readonly<Record<RawLanguage, (copies: number) => string>> = {
  zpl: (copies) => `一次只打印一张，这里要打印 ${copies} 张：按 ^XZ 拆开，分几次提交`,
  tspl: (copies) => `一次只打印一张，这里要打印 ${copies} 张：分几次提交`,
  escpos: (copies) => `一次只打印一张，这里切 ${copies} 次纸：分几次提交`,
};

/**
 * Reads the labels of another system's stream one by one, in linear time. `stock` limits their
 * length and is set up at the start of each. @throws RawRefusal
 */
export const readRawLabels = (
  language: RawLanguage,
  stream: Uint8Array,
  stock: RawStock,
): Generator<RawLabel> => RAW_READERS[language](stream, convertStockToPaper(language, stock));

/** The bytes to print, or a Chinese error message. */
export type RawReading = { bytes: Uint8Array } | { trouble: string };

/** Reads a stream that must contain exactly one label for this stock. */
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
  if (first === null) return { trouble: NO_LABEL_MESSAGES[language] };
  return copies > 1
    ? { trouble: describeMultipleLabels[language](copies) }
    : { bytes: first.buildBytes() };
}
