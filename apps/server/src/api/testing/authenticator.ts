import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** CBOR (RFC 8949 §3) as CTAP2 encodes it: integers, byte and text strings, maps. */
type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

const encodeCborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

const encodeCbor = (value: Cbor): Buffer => {
  if (typeof value === 'number')
    return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([encodeCborHead(3, bytes.length), bytes]);
  }
  if (value instanceof Map)
    return Buffer.concat([
      encodeCborHead(5, value.size),
      ...[...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]),
    ]);
  return Buffer.concat([encodeCborHead(2, value.length), value]);
};

const decodeBase64Url = (base64url: string | undefined): Buffer =>
  Buffer.from(base64url ?? '', 'base64url');

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

const generateKeys = (algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } => {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
};

/** The public key in COSE format (RFC 9053 §7, RFC 8230 §4). */
const encodeCoseKey = (algorithm: Algorithm, key: KeyObject): Buffer => {
  const { x, y, n, e } = key.export({ format: 'jwk' });
  if (algorithm === 'ES256')
    return encodeCbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, decodeBase64Url(x)],
        [-3, decodeBase64Url(y)],
      ]),
    );
  if (algorithm === 'EdDSA')
    return encodeCbor(
      new Map<Cbor, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, decodeBase64Url(x)],
      ]),
    );
  return encodeCbor(
    new Map<Cbor, Cbor>([
      [1, 3],
      [3, -257],
      [-1, decodeBase64Url(n)],
      [-2, decodeBase64Url(e)],
    ]),
  );
};

const signWith = (algorithm: Algorithm, key: KeyObject, data: Buffer): Buffer =>
  sign(algorithm === 'EdDSA' ? null : 'sha256', data, key);

/** Faults of the browser or the authenticator. */
export type Faults = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  /** The user was not verified by fingerprint or PIN. */
  unverified?: boolean;
  /** The user was not present: no touch. */
  absent?: boolean;
  counter?: number;
  userHandle?: string;
  /** One bit of the signature is flipped. */
  badSignature?: boolean;
  /** Attestation format that differs from the requested one. */
  format?: string;
  statement?: Map<Cbor, Cbor>;
};

const UP = 1;
const UV = 4;
const BACKUP_ELIGIBLE = 8;
const BACKED_UP = 16;
const ATTESTED = 64;

type Options = Record<string, unknown>;

/**
 * A browser with an authenticator, written from WebAuthn Level 3 (§5.8.1, §6.1, §6.5), independent
 * of the library that verifies it.
 */
export const createAuthenticator = (
  origin: string,
  { algorithm = 'ES256', counts = true }: { algorithm?: Algorithm; counts?: boolean } = {},
) => {
  const { privateKey, publicKey } = generateKeys(algorithm);
  const id = randomBytes(32);
  let counter = 0;
  let handle = '';

  const buildClientData = (type: string, options: Options, faults: Faults): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? options.challenge,
        origin: faults.origin ?? origin,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    );
  /**
   * RP ID hash, flags and counter; for a new key also AAGUID, credential id and public key (§6.1).
   */
  const buildAuthData = (rpId: string, faults: Faults, attested?: Buffer): Buffer => {
    const flags =
      (faults.absent ? 0 : UP) |
      (faults.unverified ? 0 : UV) |
      (counts ? 0 : BACKUP_ELIGIBLE | BACKED_UP) |
      (attested ? ATTESTED : 0);
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    const hash = createHash('sha256')
      .update(faults.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };

  return {
    id: id.toString('base64url'),
    /** `navigator.credentials.create` (§5.1.3), as the site's page sends it. */
    create: (options: Options, faults: Faults = {}) => {
      const { rp, user } = options as { rp: { id: string }; user: { id: string } };
      handle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        encodeCoseKey(algorithm, publicKey),
      ]);
      const data = buildAuthData(rp.id, faults, attested);
      const attestation = encodeCbor(
        new Map<Cbor, Cbor>([
          ['fmt', faults.format ?? 'none'],
          ['attStmt', faults.statement ?? new Map()],
          ['authData', data],
        ]),
      );
      return {
        credentialId: id.toString('base64url'),
        clientData: buildClientData('webauthn.create', options, faults).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },
    /** `navigator.credentials.get` (§5.1.4), as the site's page sends it. */
    get: (options: Options, faults: Faults = {}) => {
      const data = buildAuthData((options as { rpId: string }).rpId, faults);
      const clientData = buildClientData('webauthn.get', options, faults);
      const hash = createHash('sha256').update(clientData).digest();
      const signature = signWith(algorithm, privateKey, Buffer.concat([data, hash]));
      const last = signature.length - 1;
      if (faults.badSignature) signature[last] = (signature[last] ?? 0) ^ 1;
      return {
        credentialId: id.toString('base64url'),
        clientData: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: faults.userHandle ?? handle,
      };
    },
  };
};
