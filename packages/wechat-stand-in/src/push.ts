import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { request } from 'node:http';
import { MAX_BODY_BYTES } from './options.ts';
import type { OfficialAccount, PushTarget } from './options.ts';

/** Result of one push attempt. `status` 0: no answer within the timeout. */
export type PushTry = { status: number; body: string };

export type Delivery = { appid: string; xml: string; tries: PushTry[]; isTaken: boolean };

const computeWechatSignature = (...parts: string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/**
 * WeChat's AES format: 16 random bytes, length, text, appid; CBC with the key's first 16 bytes as
 * IV, padded to 32 bytes.
 */
export const encryptPush = (text: string, encodingAesKey: string, appid: string): string => {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const plaintext = Buffer.concat([randomBytes(16), length, message, Buffer.from(appid)]);
  const pad = 32 - (plaintext.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(Buffer.concat([plaintext, Buffer.alloc(pad, pad)])),
    cipher.final(),
  ]).toString('base64');
};

/** Decrypts a text of {@link encryptPush}. Returns null for anything else. */
export const decryptPush = (
  encryptedText: string,
  encodingAesKey: string,
  appid: string,
): string | null => {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const bytes = Buffer.from(encryptedText, 'base64');
  if (bytes.length === 0 || bytes.length % 32 !== 0) return null;
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plaintext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const end = 20 + plaintext.readUInt32BE(16);
  const pad = plaintext.at(-1) ?? 0;
  const isOurs = plaintext.subarray(end, plaintext.length - pad).toString() === appid;
  return isOurs ? plaintext.subarray(20, end).toString() : null;
};

const formatCdata = (name: string, text: string): string =>
  `<${name}><![CDATA[${text}]]></${name}>`;

export type PushEvent = { event: string; eventKey?: string; ticket?: string };

export const buildEventXml = (
  account: OfficialAccount,
  openid: string,
  createTime: number,
  { event, eventKey, ticket }: PushEvent,
): string =>
  [
    '<xml>',
    formatCdata('ToUserName', account.originalId),
    formatCdata('FromUserName', openid),
    `<CreateTime>${createTime}</CreateTime>`,
    formatCdata('MsgType', 'event'),
    formatCdata('Event', event),
    eventKey === undefined ? '' : formatCdata('EventKey', eventKey),
    ticket === undefined ? '' : formatCdata('Ticket', ticket),
    '</xml>',
  ].join('');

/** A push as sent. Tests can alter it in transit. */
export type Parcel = { query: URLSearchParams; body: string };

export const buildSignedPush = (
  account: OfficialAccount,
  push: PushTarget,
  openid: string,
  xml: string,
  seconds: number,
): Parcel => {
  const timestamp = String(seconds);
  const nonce = String(randomInt(1_000_000_000));
  const signature = computeWechatSignature(push.token, timestamp, nonce);
  const query = new URLSearchParams({ signature, timestamp, nonce, openid });
  const mode = push.mode ?? 'plain';
  if (mode === 'plain') return { query, body: xml };
  const encrypted = encryptPush(xml, push.encodingAesKey ?? '', account.appid);
  query.set('encrypt_type', 'aes');
  query.set('msg_signature', computeWechatSignature(push.token, timestamp, nonce, encrypted));
  const encryptElement = formatCdata('Encrypt', encrypted);
  const body =
    mode === 'compatible'
      ? xml.replace('</xml>', `${encryptElement}</xml>`)
      : `<xml>${formatCdata('ToUserName', account.originalId)}${encryptElement}</xml>`;
  return { query, body };
};

/** Sends once and waits for the answer. Never rejects. */
export const sendPushOnce = (
  method: 'GET' | 'POST',
  target: string,
  { query, body }: Parcel,
  timeoutMs: number,
): Promise<PushTry> =>
  new Promise((resolve) => {
    const url = new URL(target);
    for (const [name, value] of query) url.searchParams.append(name, value);
    const chunks: Buffer[] = [];
    let size = 0;
    const headers = method === 'POST' ? { 'content-type': 'text/xml' } : {};
    const outgoing = request(url, { method, headers, agent: false }, (reply) => {
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) chunks.push(chunk);
        else reply.destroy();
      });
      reply.on('error', () => finishPushAttempt(0));
      reply.on('close', () => finishPushAttempt(reply.complete ? (reply.statusCode ?? 0) : 0));
    });
    const timer = setTimeout(() => outgoing.destroy(), timeoutMs);
    const finishPushAttempt = (status: number): void => {
      clearTimeout(timer);
      resolve({ status, body: status === 0 ? '' : Buffer.concat(chunks).toString() });
    };
    outgoing.on('error', () => finishPushAttempt(0));
    outgoing.on('close', () => finishPushAttempt(0));
    outgoing.end(body);
  });

/** Answers WeChat accepts: status 200 with `success`, an empty body, or an XML reply. */
export const isAcceptedAnswer = ({ status, body }: PushTry): boolean =>
  status === 200 && (body === '' || body === 'success' || body.startsWith('<xml>'));

const CDATA = '<![CDATA[';

const extractXmlField = (xml: string, name: string): string => {
  const at = xml.indexOf(`<${name}>`);
  if (at === -1) return '';
  const following = xml.slice(at + name.length + 2);
  const text = following.startsWith(CDATA) ? following.slice(CDATA.length) : following;
  return text.split(/[<\]]/, 1)[0] ?? '';
};

/**
 * Decrypts an answer as WeChat does: with encrypted pushes the answer must be encrypted and signed
 * too; otherwise the result is ''.
 */
export const decryptAnswer = (account: OfficialAccount, push: PushTarget, body: string): string => {
  if ((push.mode ?? 'plain') === 'plain' || body === '' || body === 'success') return body;
  const [encryptElement, stamp, nonce] = ['Encrypt', 'TimeStamp', 'Nonce'].map((name) =>
    extractXmlField(body, name),
  );
  if (
    extractXmlField(body, 'MsgSignature') !==
    computeWechatSignature(push.token, stamp ?? '', nonce ?? '', encryptElement ?? '')
  )
    return '';
  return decryptPush(encryptElement ?? '', push.encodingAesKey ?? '', account.appid) ?? '';
};

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export const validatePushTarget = (push: PushTarget): void => {
  const url = new URL(push.url);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) {
    throw new Error(`a stand-in pushes to loopback only: ${url.host}`);
  }
  const isSealed = (push.mode ?? 'plain') !== 'plain';
  if (isSealed && push.encodingAesKey?.length !== 43) {
    throw new Error('encodingAesKey has 43 characters');
  }
};

/** Server verification of the settings page: a GET that must return `echostr`. */
export const verifyPushServer = async (push: PushTarget, seconds: number, timeoutMs: number) => {
  const timestamp = String(seconds);
  const nonce = String(randomInt(1_000_000_000));
  const echostr = String(randomInt(2 ** 40));
  const signature = computeWechatSignature(push.token, timestamp, nonce);
  const query = new URLSearchParams({ signature, echostr, timestamp, nonce });
  const reply = await sendPushOnce('GET', push.url, { query, body: '' }, timeoutMs);
  return { ...reply, isAccepted: reply.status === 200 && reply.body === echostr };
};
