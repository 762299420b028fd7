import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { isRawCommands, type RawFormat } from '@yunbiao/contract/printing/raw';
import type { PreparedLabel } from '../printer/queue.ts';

/** A label of the user's own printer data. */
export type RawSource = { format: RawFormat; bytes: Uint8Array; setup: Setup };

/**
 * Suffix for raw commands, so that nothing stays open: ends a started download, format, line or
 * text.
 */
const TERMINATORS: Readonly<Record<RawFormat, string>> = {
  zpl: '\r\n~DN\r\n~JX\r\n',
  tspl: '\r\n',
  escpos: '\n',
  pdf: '',
};

/** Decodes raw data from base64. */
export const decodeRawSource = (format: RawFormat, base64: string, setup: Setup): RawSource => ({
  format,
  bytes: Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from(TERMINATORS[format], 'latin1')]),
  setup,
});

export const prepareRawLabel = ({ format, bytes, setup }: RawSource): PreparedLabel => ({
  ok: true,
  bytes,
  isRawData: true,
  ...(!isRawCommands(format) && {
    page: { format: 'pdf', widthMm: setup.widthMm, heightMm: setup.heightMm },
  }),
});
