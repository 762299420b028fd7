import type { LinearName, RareLinearName } from '../template.ts';
import { encodeCode128 } from './code128/encode.ts';
import { encodeCodabar } from './codabar.ts';
import { encodeCode39 } from './code39.ts';
import { encodeCode93 } from './code93.ts';
import { encodeEan13, encodeEan8, encodeUpcA } from './ean.ts';
import { encodeUpcE } from './upc-e.ts';
import { encodeGs1128 } from './gs1-128.ts';
import { encodeItf14 } from './itf14.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { Linear } from './symbol.ts';

/** All linear symbologies of templates except the rare ones. */
export const LINEAR: Readonly<Record<Exclude<LinearName, RareLinearName>, Linear>> = {
  code128: {
    title: 'Code 128',
    encode: (content) => createSymbolWithTextLine(encodeCode128(content).widths, content),
  },
  'gs1-128': { title: 'GS1-128', encode: encodeGs1128 },
  ean13: { title: 'EAN-13', encode: encodeEan13 },
  ean8: { title: 'EAN-8', encode: encodeEan8 },
  upca: { title: 'UPC-A', encode: encodeUpcA },
  upce: { title: 'UPC-E', encode: encodeUpcE },
  itf14: { title: 'ITF-14', encode: encodeItf14 },
  code39: { title: 'Code 39', encode: encodeCode39 },
  code93: { title: 'Code 93', encode: encodeCode93 },
  codabar: { title: 'Codabar', encode: encodeCodabar },
};
