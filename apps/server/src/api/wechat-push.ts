import { randomInt } from 'node:crypto';
import { type Context, ServiceError, handleWechatScan } from '@yunbiao/services';
import { readBodyBytes } from './input/read-bytes.ts';
import type { PushSettings } from '../wechat/create-wechat.ts';
import {
  isEqualConstantTime,
  encryptPush,
  computeWechatSignature,
  decryptPush,
} from '../wechat/push-crypto.ts';

/** Maximum size of a push, bytes. WeChat sends a few hundred. */
const MAX_PUSH_BYTES = 20_000;
/** Maximum difference of the timestamp, seconds. A push outside this window may be a replay. */
const MAX_CLOCK_SKEW_S = 900;
/** Cached replies for retries: WeChat tries up to three times, 5 s apart. */
const MAX_CACHED_ANSWERS = 5_000;
const ANSWER_CACHE_MS = 60_000;
const MIN_RATE = { bytes: 1_000, ms: 4_000 };

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const createRefusedReply = (): Response => new Response('', { status: 403, headers: TEXT });
const createAcceptedReply = (): Response => new Response('success', { headers: TEXT });

/**
 * Text of an XML element, as `CDATA` or plain text; '' when missing. Runs in linear time, because
 * the input is untrusted.
 */
export const readXmlElementText = (xml: string, name: string): string => {
  const from = xml.indexOf(`<${name}>`);
  if (from < 0) return '';
  const start = from + name.length + 2;
  const open = '<![CDATA[';
  if (!xml.startsWith(open, start)) {
    const end = xml.indexOf(`</${name}>`, start);
    return end < 0 ? '' : xml.slice(start, end).trim();
  }
  const end = xml.indexOf(']]>', start + open.length);
  return end < 0 ? '' : xml.slice(start + open.length, end);
};

const formatCdata = (name: string, text: string): string =>
  `<${name}><![CDATA[${text.replaceAll(']]>', '')}]]></${name}>`;

type Event = { from: string; to: string; at: string; event: string; key: string };

const parseWechatEvent = (xml: string): Event | null =>
  readXmlElementText(xml, 'MsgType') === 'event'
    ? {
        from: readXmlElementText(xml, 'FromUserName'),
        to: readXmlElementText(xml, 'ToUserName'),
        at: readXmlElementText(xml, 'CreateTime'),
        event: readXmlElementText(xml, 'Event'),
        key: readXmlElementText(xml, 'EventKey'),
      }
    : null;

/** Scene of the site's QR code that was scanned, otherwise ''. */
const parseScannedScene = ({ event, key }: Event): string => {
  if (event === 'SCAN') return key;
  const prefix = 'qrscene_';
  return event === 'subscribe' && key.startsWith(prefix) ? key.slice(prefix.length) : '';
};

const formatTextAnswerXml = ({ from, to }: Event, text: string, seconds: number): string =>
  `<xml>${formatCdata('ToUserName', from)}${formatCdata('FromUserName', to)}<CreateTime>${seconds}</CreateTime>${formatCdata('MsgType', 'text')}${formatCdata('Content', text)}</xml>`;

const encryptAndSignReply = (xml: string, settings: PushSettings, seconds: number): string => {
  const [stamp, nonce] = [String(seconds), String(randomInt(1_000_000_000))];
  const encryptedReply = encryptPush(xml, settings.aesKey, settings.appid);
  const signature = computeWechatSignature(settings.token, stamp, nonce, encryptedReply);
  return `<xml>${formatCdata('Encrypt', encryptedReply)}${formatCdata('MsgSignature', signature)}<TimeStamp>${stamp}</TimeStamp>${formatCdata('Nonce', nonce)}</xml>`;
};

/**
 * Decrypts the event in an encrypted body. Returns null for other bodies. The `signature` in the
 * query does not cover the body, so a plain-text body could be forged by any party that saw one
 * signed URL.
 */
const decryptSignedBody = (
  body: string,
  query: URLSearchParams,
  settings: PushSettings,
): string | null => {
  const encryptedText = readXmlElementText(body, 'Encrypt');
  const [stamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? ''];
  const expected = computeWechatSignature(settings.token, stamp, nonce, encryptedText);
  if (encryptedText === '' || !isEqualConstantTime(expected, query.get('msg_signature') ?? ''))
    return null;
  return decryptPush(encryptedText, settings.aesKey, settings.appid);
};

/**
 * Returns the same reply for retries of one push. A user who scanned gets one link, no matter which
 * reply WeChat shows.
 */
const createAnswerCache = (ctx: Context) => {
  const cache = new Map<string, { expiresAt: number; text: Promise<string> }>();
  return (event: Event, scene: string): Promise<string> => {
    const key = `${event.from} ${event.at} ${event.event} ${scene}`;
    const cached = cache.get(key);
    if (cached && cached.expiresAt > ctx.now()) return cached.text;
    const text = handleWechatScan({ ctx, scene, openid: event.from });
    text.catch(() => cache.delete(key));
    cache.set(key, { expiresAt: ctx.now() + ANSWER_CACHE_MS, text });
    if (cache.size > MAX_CACHED_ANSWERS) {
      const eldest = cache.keys().next().value;
      if (eldest !== undefined) cache.delete(eldest);
    }
    return text;
  };
};

/** Whether an openid or scene has a length that WeChat allows. */
const isValidWechatIdentifier = (text: string): boolean => text.length > 0 && text.length <= 64;

/** Whether WeChat signed the query within the allowed clock skew. */
const isSignedWechatRequest = (
  ctx: Context,
  settings: PushSettings,
  query: URLSearchParams,
): boolean => {
  const [stamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? ''];
  if (!/^\d{1,12}$/.test(stamp) || nonce.length > 64) return false;
  const isNow = Math.abs(Number(stamp) - ctx.now() / 1_000) <= MAX_CLOCK_SKEW_S;
  return (
    isNow &&
    isEqualConstantTime(
      computeWechatSignature(settings.token, stamp, nonce),
      query.get('signature') ?? '',
    )
  );
};

/** Handles WeChat's server check (GET) and scan events (POST). Unsigned requests are not parsed. */
export const createWechatPushHandler = (ctx: Context, settings: PushSettings) => {
  const answers = createAnswerCache(ctx);
  const receivePush = async (request: Request, query: URLSearchParams): Promise<Response> => {
    const place = {
      pace: MIN_RATE,
      setHeldBytes: () => {},
      reportBytes: () => {},
      release: () => {},
    };
    const bytes = await readBodyBytes(request, {
      limit: MAX_PUSH_BYTES,
      place,
      contentName: '内容',
    });
    const body = bytes.toString('utf8');
    const xml = decryptSignedBody(body, query, settings);
    if (xml === null) {
      if (readXmlElementText(body, 'Encrypt') === '')
        ctx.log.warn('a push of WeChat came in the clear: set the account to safe mode');
      return createRefusedReply();
    }
    const event = parseWechatEvent(xml);
    const scene = event ? parseScannedScene(event) : '';
    if (!event || !isValidWechatIdentifier(event.from) || !isValidWechatIdentifier(scene))
      return createAcceptedReply();
    const text = await answers(event, scene);
    const seconds = Math.floor(ctx.now() / 1_000);
    const reply = encryptAndSignReply(formatTextAnswerXml(event, text, seconds), settings, seconds);
    return new Response(reply, {
      headers: { ...TEXT, 'Content-Type': 'text/xml; charset=utf-8' },
    });
  };
  return async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    if (!isSignedWechatRequest(ctx, settings, query)) return createRefusedReply();
    if (request.method === 'GET')
      return new Response((query.get('echostr') ?? '').slice(0, 200), { headers: TEXT });
    try {
      return await receivePush(request, query);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 503) return createRefusedReply();
      ctx.log.error('a push of WeChat was not taken', { error });
      return new Response('', { status: 500, headers: TEXT });
    }
  };
};
