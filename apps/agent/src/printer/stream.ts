import type { Duplex } from 'node:stream';
import type { CommandLanguage, Language } from '@yunbiao/contract/evidence';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { Place } from '../places.ts';
import { openDevice } from './device-stream.ts';
import { openSocket } from './socket.ts';

/**
 * Opens a duplex stream to a printer, unless `isStopping` returns true. Rejects with
 * UnreachableError.
 */
export const openStream = async (
  at: Place,
  allowHalfOpen: boolean,
  isStopping?: () => boolean,
): Promise<Duplex> => {
  if (at.kind === 'tcp') return openSocket(at, allowHalfOpen);
  if (at.kind === 'device') return openDevice(at.path, isStopping);
  throw new Error(`${at.kind} is no place for a stream`);
};

/** Whether the place supports a duplex stream. */
export const isStreamPlace = ({ kind }: Place): boolean => kind === 'tcp' || kind === 'device';

/** Bytes without effect between two labels. */
const NEUTRAL_BYTES: Readonly<Record<CommandLanguage, string>> = {
  zpl: '\r\n',
  tspl: '\r\n',
  escpos: '\0',
};

/**
 * Sends the last bytes of a label. A closed device file discards data it has not passed to the
 * printer, and accepts a write only after passing on the previous one. So bytes without effect
 * follow the label.
 */
export const sendLastBytes = (
  stream: Duplex,
  { at, language }: { at: Place; language: Language },
  bytes: Uint8Array,
  onSent: () => void = () => undefined,
): void => {
  if (at.kind !== 'device' || !isCommandLanguage(language)) return void stream.end(bytes, onSent);
  stream.write(bytes);
  stream.end(Buffer.from(NEUTRAL_BYTES[language], 'latin1'), onSent);
};
