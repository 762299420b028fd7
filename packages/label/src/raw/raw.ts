import { rawEscposTrouble } from './raw-escpos.ts';
import { rawTsplTrouble } from './raw-tspl.ts';
import { rawZplTrouble } from './raw-zpl.ts';

export { type PictureStock, pictureTemplate } from './picture-template.ts';
export { rawTemplate } from './raw-template.ts';

/**
 * Bytes somebody else made for a label printer, which are printed as they are: why they may not be, in Chinese, '' when
 * they may.
 */
export const RAW_TROUBLES = {
  zpl: rawZplTrouble,
  tspl: rawTsplTrouble,
  escpos: rawEscposTrouble,
} as const satisfies Record<string, (bytes: Uint8Array) => string>;
