import type { Setup } from '@yunbiao/contract/gateway';
import { isRawCommands, type RawFormat } from '@yunbiao/contract/raw';
import type { Ready } from '../printer/queue.ts';

/** A label that is printed as it came. */
export type RawSource = { format: RawFormat; bytes: Uint8Array; setup: Setup };

/**
 * What goes behind commands nobody here wrote, so that nothing of them stays open: ends a download and a format that was
 * begun, a line, or the text that waits for the end of its line.
 */
const ENDS: Readonly<Record<RawFormat, string>> = {
  zpl: '\r\n~DN\r\n~JX\r\n',
  tspl: '\r\n',
  escpos: '\n',
  pdf: '',
};

/** Base64 as it came, to be printed as it is. */
export const readRaw = (format: RawFormat, base64: string, setup: Setup): RawSource => ({
  format,
  bytes: Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from(ENDS[format], 'latin1')]),
  setup,
});

export const prepareRaw = ({ format, bytes, setup }: RawSource): Ready => ({
  ok: true,
  bytes,
  isRaw: true,
  ...(!isRawCommands(format) && {
    page: { format: 'pdf', widthMm: setup.widthMm, heightMm: setup.heightMm },
  }),
});
