import type { Duplex } from 'node:stream';
import type { CommandLanguage, Language } from '@yunbiao/contract/evidence';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { Place } from '../places.ts';
import { openDevice } from './device-stream.ts';
import { openSocket } from './socket.ts';

/** Opens what bytes go both ways on, unless `isStopping` before; rejects with UnreachableError. */
export const openStream = async (
  at: Place,
  allowHalfOpen: boolean,
  isStopping?: () => boolean,
): Promise<Duplex> => {
  if (at.kind === 'tcp') return openSocket(at, allowHalfOpen);
  if (at.kind === 'device') return openDevice(at.path, isStopping);
  throw new Error(`${at.kind} is no place for a stream`);
};

/** Whether bytes go both ways there. */
export const isStream = ({ kind }: Place): boolean => kind === 'tcp' || kind === 'device';

/** Bytes between two labels that mean nothing. */
const BLANK: Readonly<Record<CommandLanguage, string>> = {
  zpl: '\r\n',
  tspl: '\r\n',
  escpos: '\0',
};

/**
 * Sends the last bytes of a label. A device that is closed forgets what it has not passed on to the printer, and takes
 * bytes only when those of the write before have gone: so something that means nothing goes behind them.
 */
export const sendLast = (
  stream: Duplex,
  { at, language }: { at: Place; language: Language },
  bytes: Uint8Array,
  sent: () => void = () => undefined,
): void => {
  if (at.kind !== 'device' || !isCommandLanguage(language)) return void stream.end(bytes, sent);
  stream.write(bytes);
  stream.end(Buffer.from(BLANK[language], 'latin1'), sent);
};
