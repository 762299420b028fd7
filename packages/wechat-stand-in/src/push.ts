import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { request } from 'node:http';
import { LARGEST_BODY } from './options.ts';
import type { OfficialAccount, PushTarget } from './options.ts';

/** One try of a push: what came back. `status` 0: nothing, in time. */
export type PushTry = { status: number; body: string };

export type Delivery = { appid: string; xml: string; tries: PushTry[]; isTaken: boolean };

const sha1 = (...parts: string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/** WeChat's AES: 16 random bytes, length, text, appid; CBC with the key's own head as vector, padded to 32. */
export const encryptPush = (text: string, encodingAesKey: string, appid: string): string => {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const whole = Buffer.concat([randomBytes(16), length, message, Buffer.from(appid)]);
  const pad = 32 - (whole.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(Buffer.concat([whole, Buffer.alloc(pad, pad)])),
    cipher.final(),
  ]).toString('base64');
};

/** The text that was sealed like that; null for anything else. */
export const decryptPush = (
  sealed: string,
  encodingAesKey: string,
  appid: string,
): string | null => {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length === 0 || bytes.length % 32 !== 0) return null;
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const whole = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const end = 20 + whole.readUInt32BE(16);
  const pad = whole.at(-1) ?? 0;
  const isOurs = whole.subarray(end, whole.length - pad).toString() === appid;
  return isOurs ? whole.subarray(20, end).toString() : null;
};

const cdata = (name: string, text: string): string => `<${name}><![CDATA[${text}]]></${name}>`;

export type PushEvent = { event: string; eventKey?: string; ticket?: string };

export const eventXml = (
  account: OfficialAccount,
  openid: string,
  createTime: number,
  { event, eventKey, ticket }: PushEvent,
): string =>
  [
    '<xml>',
    cdata('ToUserName', account.originalId),
    cdata('FromUserName', openid),
    `<CreateTime>${createTime}</CreateTime>`,
    cdata('MsgType', 'event'),
    cdata('Event', event),
    eventKey === undefined ? '' : cdata('EventKey', eventKey),
    ticket === undefined ? '' : cdata('Ticket', ticket),
    '</xml>',
  ].join('');

/** A push as it is sent; `altered` in tests changes it on its way. */
export type Parcel = { query: URLSearchParams; body: string };

export const getParcel = (
  account: OfficialAccount,
  push: PushTarget,
  openid: string,
  xml: string,
  seconds: number,
): Parcel => {
  const timestamp = String(seconds);
  const nonce = String(randomInt(1_000_000_000));
  const signature = sha1(push.token, timestamp, nonce);
  const query = new URLSearchParams({ signature, timestamp, nonce, openid });
  const mode = push.mode ?? 'plain';
  if (mode === 'plain') return { query, body: xml };
  const encrypted = encryptPush(xml, push.encodingAesKey ?? '', account.appid);
  query.set('encrypt_type', 'aes');
  query.set('msg_signature', sha1(push.token, timestamp, nonce, encrypted));
  const sealed = cdata('Encrypt', encrypted);
  const body =
    mode === 'compatible'
      ? xml.replace('</xml>', `${sealed}</xml>`)
      : `<xml>${cdata('ToUserName', account.originalId)}${sealed}</xml>`;
  return { query, body };
};

/** Sends once and waits; never rejects. */
export const sendOnce = (
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
    const sent = request(url, { method, headers, agent: false }, (reply) => {
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= LARGEST_BODY) chunks.push(chunk);
        else reply.destroy();
      });
      reply.on('error', () => end(0));
      reply.on('close', () => end(reply.complete ? (reply.statusCode ?? 0) : 0));
    });
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    const end = (status: number): void => {
      clearTimeout(timer);
      resolve({ status, body: status === 0 ? '' : Buffer.concat(chunks).toString() });
    };
    sent.on('error', () => end(0));
    sent.on('close', () => end(0));
    sent.end(body);
  });

/** What WeChat takes for an answer: `success`, nothing, or an XML reply, with 200. */
export const isTaken = ({ status, body }: PushTry): boolean =>
  status === 200 && (body === '' || body === 'success' || body.startsWith('<xml>'));

const CDATA = '<![CDATA[';

const getField = (xml: string, name: string): string => {
  const at = xml.indexOf(`<${name}>`);
  if (at === -1) return '';
  const rest = xml.slice(at + name.length + 2);
  const text = rest.startsWith(CDATA) ? rest.slice(CDATA.length) : rest;
  return text.split(/[<\]]/, 1)[0] ?? '';
};

/** An answer as WeChat reads it: where pushes are sealed, so are answers, and signed; another one says nothing. */
export const openAnswer = (account: OfficialAccount, push: PushTarget, body: string): string => {
  if ((push.mode ?? 'plain') === 'plain' || body === '' || body === 'success') return body;
  const [sealed, stamp, nonce] = ['Encrypt', 'TimeStamp', 'Nonce'].map((name) =>
    getField(body, name),
  );
  if (getField(body, 'MsgSignature') !== sha1(push.token, stamp ?? '', nonce ?? '', sealed ?? ''))
    return '';
  return decryptPush(sealed ?? '', push.encodingAesKey ?? '', account.appid) ?? '';
};

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export const checkTarget = (push: PushTarget): void => {
  const url = new URL(push.url);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) {
    throw new Error(`a stand-in pushes to loopback only: ${url.host}`);
  }
  const isSealed = (push.mode ?? 'plain') !== 'plain';
  if (isSealed && push.encodingAesKey?.length !== 43) {
    throw new Error('encodingAesKey has 43 characters');
  }
};

/** The server check of the settings page: a GET that has to give `echostr` back. */
export const checkServer = async (push: PushTarget, seconds: number, timeoutMs: number) => {
  const timestamp = String(seconds);
  const nonce = String(randomInt(1_000_000_000));
  const echostr = String(randomInt(2 ** 40));
  const signature = sha1(push.token, timestamp, nonce);
  const query = new URLSearchParams({ signature, echostr, timestamp, nonce });
  const reply = await sendOnce('GET', push.url, { query, body: '' }, timeoutMs);
  return { ...reply, isAccepted: reply.status === 200 && reply.body === echostr };
};
