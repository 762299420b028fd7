import { randomInt } from 'node:crypto';
import { type Context, ServiceError, wechatScanned } from '@yunbiao/services';
import { readBytes } from './input/read-bytes.ts';
import type { PushSettings } from '../wechat/offer.ts';
import { isSame, seal, sign, unseal } from '../wechat/seal.ts';

/** Bytes of a push; WeChat's have some hundred. */
const LARGEST = 20_000;
/** What is older or newer is somebody else's copy, seconds. */
const CLOCK_S = 900;
/** Answers kept for repeats: WeChat asks up to three times, 5 s apart. */
const MAX_CACHED_ANSWERS = 5_000;
const KEPT_MS = 60_000;
const PACE = { bytes: 1_000, ms: 4_000 };

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const refused = (): Response => new Response('', { status: 403, headers: TEXT });
const taken = (): Response => new Response('success', { headers: TEXT });

/** What an element holds, `CDATA` or plain; '' when there is none. In linear time, as it is not to be trusted. */
export const getElement = (xml: string, name: string): string => {
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

const cdata = (name: string, text: string): string =>
  `<${name}><![CDATA[${text.replaceAll(']]>', '')}]]></${name}>`;

type Event = { from: string; to: string; at: string; event: string; key: string };

const getEvent = (xml: string): Event | null =>
  getElement(xml, 'MsgType') === 'event'
    ? {
        from: getElement(xml, 'FromUserName'),
        to: getElement(xml, 'ToUserName'),
        at: getElement(xml, 'CreateTime'),
        event: getElement(xml, 'Event'),
        key: getElement(xml, 'EventKey'),
      }
    : null;

/** The scene of a QR code of ours that was scanned; '' otherwise. */
const getScene = ({ event, key }: Event): string => {
  if (event === 'SCAN') return key;
  const prefix = 'qrscene_';
  return event === 'subscribe' && key.startsWith(prefix) ? key.slice(prefix.length) : '';
};

const answerXml = ({ from, to }: Event, text: string, seconds: number): string =>
  `<xml>${cdata('ToUserName', from)}${cdata('FromUserName', to)}<CreateTime>${seconds}</CreateTime>${cdata('MsgType', 'text')}${cdata('Content', text)}</xml>`;

const sealedReply = (xml: string, settings: PushSettings, seconds: number): string => {
  const [stamp, nonce] = [String(seconds), String(randomInt(1_000_000_000))];
  const sealed = seal(xml, settings.aesKey, settings.appid);
  const signature = sign(settings.token, stamp, nonce, sealed);
  return `<xml>${cdata('Encrypt', sealed)}${cdata('MsgSignature', signature)}<TimeStamp>${stamp}</TimeStamp>${cdata('Nonce', nonce)}</xml>`;
};

/**
 * The event in a body that WeChat sealed; null for anything else. `signature` of the address says nothing of the body, so
 * what comes in the clear could be anybody's who saw one address of WeChat's.
 */
const openBody = (body: string, query: URLSearchParams, settings: PushSettings): string | null => {
  const sealed = getElement(body, 'Encrypt');
  const [stamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? ''];
  const wanted = sign(settings.token, stamp, nonce, sealed);
  if (sealed === '' || !isSame(wanted, query.get('msg_signature') ?? '')) return null;
  return unseal(sealed, settings.aesKey, settings.appid);
};

/** Told twice, answered alike: the one who scans has one link, whichever answer WeChat shows. */
const createAnswers = (ctx: Context) => {
  const kept = new Map<string, { until: number; text: Promise<string> }>();
  return (event: Event, scene: string): Promise<string> => {
    const key = `${event.from} ${event.at} ${event.event} ${scene}`;
    const known = kept.get(key);
    if (known && known.until > ctx.now()) return known.text;
    const text = wechatScanned({ ctx, scene, openid: event.from });
    text.catch(() => kept.delete(key));
    kept.set(key, { until: ctx.now() + KEPT_MS, text });
    if (kept.size > MAX_CACHED_ANSWERS) {
      const eldest = kept.keys().next().value;
      if (eldest !== undefined) kept.delete(eldest);
    }
    return text;
  };
};

/** Lengths of what WeChat calls an openid and a scene. */
const isName = (text: string): boolean => text.length > 0 && text.length <= 64;

/** Where WeChat checks this server (GET) and tells of scans (POST). What is not signed by it is not read. */
export const createPush = (ctx: Context, settings: PushSettings) => {
  const answers = createAnswers(ctx);
  const isSigned = (query: URLSearchParams): boolean => {
    const [stamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? ''];
    if (!/^\d{1,12}$/.test(stamp) || nonce.length > 64) return false;
    const isNow = Math.abs(Number(stamp) - ctx.now() / 1_000) <= CLOCK_S;
    return isNow && isSame(sign(settings.token, stamp, nonce), query.get('signature') ?? '');
  };
  const receive = async (request: Request, query: URLSearchParams): Promise<Response> => {
    const place = { pace: PACE, hold: () => {}, arrive: () => {}, leave: () => {} };
    const bytes = await readBytes(request, { limit: LARGEST, place, what: '内容' });
    const body = bytes.toString('utf8');
    const xml = openBody(body, query, settings);
    if (xml === null) {
      if (getElement(body, 'Encrypt') === '')
        ctx.log.warn('a push of WeChat came in the clear: set the account to safe mode');
      return refused();
    }
    const event = getEvent(xml);
    const scene = event ? getScene(event) : '';
    if (!event || !isName(event.from) || !isName(scene)) return taken();
    const text = await answers(event, scene);
    const seconds = Math.floor(ctx.now() / 1_000);
    const reply = sealedReply(answerXml(event, text, seconds), settings, seconds);
    return new Response(reply, {
      headers: { ...TEXT, 'Content-Type': 'text/xml; charset=utf-8' },
    });
  };
  return async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    if (!isSigned(query)) return refused();
    if (request.method === 'GET')
      return new Response((query.get('echostr') ?? '').slice(0, 200), { headers: TEXT });
    try {
      return await receive(request, query);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 503) return refused();
      ctx.log.error('a push of WeChat was not taken', { error });
      return new Response('', { status: 500, headers: TEXT });
    }
  };
};
