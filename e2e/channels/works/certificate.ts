import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

// A minimal DER encoder (X.690) for a self-signed certificate: Node parses certificates but cannot
// create them.
const getLength = (size: number): Buffer => {
  if (size < 128) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
};

const encodeDer = (tag: number, ...inside: Buffer[]): Buffer => {
  const content = Buffer.concat(inside);
  return Buffer.concat([Buffer.from([tag]), getLength(content.length), content]);
};

const SEQUENCE = 0x30;
const SET = 0x31;

/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11, with NULL. */
const ALGORITHM = encodeDer(
  SEQUENCE,
  encodeDer(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  encodeDer(0x05),
);

/** CN=stand-in. */
const NAME = encodeDer(
  SEQUENCE,
  encodeDer(
    SET,
    encodeDer(
      SEQUENCE,
      encodeDer(0x06, Buffer.from('550403', 'hex')),
      encodeDer(0x0c, Buffer.from('stand-in')),
    ),
  ),
);

const encodeTime = (text: string): Buffer => encodeDer(0x17, Buffer.from(text));

/** A self-signed certificate, PEM; the serial in hex, first digit below 8. */
export const createCertificate = (serial: string, key: KeyObject, publicKey: KeyObject): string => {
  const body = encodeDer(
    SEQUENCE,
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from(serial, 'hex')),
    ALGORITHM,
    NAME,
    encodeDer(SEQUENCE, encodeTime('200101000000Z'), encodeTime('491231235959Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const by = encodeDer(0x03, Buffer.from([0]), sign('sha256', body, key));
  const text = encodeDer(SEQUENCE, body, ALGORITHM, by).toString('base64');
  const lines = text.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
};
