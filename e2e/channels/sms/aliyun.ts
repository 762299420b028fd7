import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Fault, ChannelFaults } from '../works/channel-faults.ts';
import { type Answer, type Asked, serveChannel } from '../works/http.ts';

export type SmsOptions = {
  keys: Readonly<Record<string, string>>;
  /** Approved signatures and templates; a template with its parameter names. */
  signNames: readonly string[];
  templates: Readonly<Record<string, readonly string[]>>;
  now?: () => number;
};

export type SentSms = { phone: string; signName: string; template: string; params: unknown };

export type SmsStandIn = Awaited<ReturnType<typeof openSms>>;

type Said = { status: number; code: string; message: string };

const createRefusal = (status: number, code: string, message = code): Said => ({
  status,
  code,
  message,
});
const MINUTE = 60_000;
/** A signature is valid for 15 minutes before and after its timestamp. */
const CLOCK_MS = 15 * MINUTE;
/** Rate limits for one number: per minute, hour and day. */
const PACE: readonly [ms: number, most: number][] = [
  [MINUTE, 1],
  [60 * MINUTE, 5],
  [24 * 60 * MINUTE, 10],
];
/** Headers that must be signed. */
const SIGNED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version'];

const computeSha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Percent-encodes every byte except RFC 3986's unreserved characters. */
const percentEncode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-_.~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const getHeader = (asked: Asked, name: string): string => String(asked.headers[name] ?? '').trim();

/** The string to sign of the manual, built from the received request. */
const buildStringToSign = (asked: Asked, names: readonly string[]): string => {
  const pairs = [...asked.query].map(
    ([name, value]) => [percentEncode(name), percentEncode(value)] as const,
  );
  const query = pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = names.map((name) => `${name}:${getHeader(asked, name)}\n`).join('');
  const canonical = [
    asked.method,
    asked.path,
    query,
    headers,
    names.join(';'),
    computeSha256(asked.body),
  ].join('\n');
  return `ACS3-HMAC-SHA256\n${computeSha256(canonical)}`;
};

const AUTHORIZATION =
  /^ACS3-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** Tells why the signature of a request is refused, or null; each nonce is accepted once. */
const createSignatureCheck = (options: SmsOptions, now: () => number) => {
  const nonces = new Set<string>();
  return (request: Asked): Said | null => {
    const [, id = '', list = '', signature = ''] =
      AUTHORIZATION.exec(getHeader(request, 'authorization')) ?? [];
    if (id === '') return createRefusal(400, 'MissingAuthorization', 'Authorization is mandatory.');
    const secret = options.keys[id];
    if (secret === undefined)
      return createRefusal(
        404,
        'InvalidAccessKeyId.NotFound',
        'Specified access key is not found.',
      );
    const date = getHeader(request, 'x-acs-date');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date))
      return createRefusal(
        400,
        'InvalidTimeStamp.Format',
        'Specified time stamp is not well formatted.',
      );
    if (Math.abs(Date.parse(date) - now()) > CLOCK_MS)
      return createRefusal(400, 'InvalidTimeStamp.Expired', 'Specified time stamp is expired.');
    const names = list.split(';');
    const isWhole = SIGNED.every((name) => names.includes(name));
    const wanted = createHmac('sha256', secret)
      .update(buildStringToSign(request, names))
      .digest('hex');
    const hasBody = getHeader(request, 'x-acs-content-sha256') === computeSha256(request.body);
    if (!isWhole || !hasBody || !isSame(wanted, signature))
      return createRefusal(400, 'SignatureDoesNotMatch', 'The request signature does not conform.');
    const nonce = getHeader(request, 'x-acs-signature-nonce');
    if (nonce === '' || nonces.has(nonce))
      return createRefusal(
        400,
        'SignatureNonceUsed',
        'Specified signature nonce was used already.',
      );
    nonces.add(nonce);
    return null;
  };
};

/** Tells why a number gets no message now, or null and counts one. */
const createPaceCheck = (now: () => number) => {
  const times = new Map<string, number[]>();
  return (phone: string): Said | null => {
    const at = times.get(phone) ?? [];
    const full = PACE.find(([ms, max]) => at.filter((item) => item > now() - ms).length >= max);
    if (full)
      return createRefusal(200, 'isv.BUSINESS_LIMIT_CONTROL', `触发流控Permits:${String(full[1])}`);
    times.set(phone, [...at, now()]);
    return null;
  };
};

/** The message of a request, or why it is refused. */
const readMessage = ({ signNames, templates }: SmsOptions, { query }: Asked): SentSms | Said => {
  const [phone = '', signName = '', template = '', values] = [
    'PhoneNumbers',
    'SignName',
    'TemplateCode',
    'TemplateParam',
  ].map((name) => query.get(name) ?? '');
  if (!/^(?:\+?86)?1[3-9]\d{9}$/.test(phone))
    return createRefusal(200, 'isv.MOBILE_NUMBER_ILLEGAL', '非法手机号');
  if (!signNames.includes(signName))
    return createRefusal(200, 'isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法');
  const needed = templates[template];
  if (!needed) return createRefusal(200, 'isv.SMS_TEMPLATE_ILLEGAL', '短信模版不合法');
  let params: unknown;
  try {
    params = JSON.parse(values || '{}');
  } catch {
    return createRefusal(200, 'isv.INVALID_JSON_PARAM', 'JSON参数不合法');
  }
  const isWhole = needed.every((name) => Object.hasOwn(params as object, name));
  if (!isWhole) return createRefusal(200, 'isv.TEMPLATE_MISSING_PARAMETERS', '模版缺少变量');
  return { phone, signName, template, params };
};

/** Alibaba Cloud's SMS service on loopback: Dysmsapi 2017-05-25, signatures V3. */
export const openSms = async (options: SmsOptions) => {
  const now = options.now ?? Date.now;
  const sent: SentSms[] = [];
  const asked: string[] = [];
  const refuseSignature = createSignatureCheck(options, now);
  const refusePace = createPaceCheck(now);
  const faults = new ChannelFaults();
  let throttled = 0;
  let isBroke = false;

  const sendSms = (request: Asked): Said => {
    if (getHeader(request, 'x-acs-action') !== 'SendSms')
      return createRefusal(404, 'InvalidAction.NotFound');
    if (getHeader(request, 'x-acs-version') !== '2017-05-25')
      return createRefusal(400, 'InvalidVersion');
    if (throttled > 0) {
      throttled -= 1;
      return createRefusal(400, 'Throttling.User', 'Request was denied due to user flow control.');
    }
    if (isBroke) return createRefusal(200, 'isv.OUT_OF_SERVICE', '业务停机');
    const message = readMessage(options, request);
    if ('code' in message) return message;
    const pace = refusePace(message.phone);
    if (pace) return pace;
    sent.push(message);
    return { status: 200, code: 'OK', message: 'OK' };
  };

  const answerRequest = (request: Asked): Answer => {
    asked.push(request.target);
    const { status, code, message } =
      request.method === 'POST' && request.path === '/'
        ? (refuseSignature(request) ?? sendSms(request))
        : createRefusal(404, 'InvalidAction.NotFound');
    const BizId = code === 'OK' ? { BizId: `${String(sent.length)}^0` } : {};
    const body = JSON.stringify({ RequestId: 'REQUEST-1', Code: code, Message: message, ...BizId });
    return { status, headers: { 'content-type': 'application/json;charset=utf-8' }, body };
  };

  const { origin, close } = await serveChannel(
    { name: () => 'send', answer: answerRequest },
    faults,
  );
  return {
    url: origin,
    sent,
    /** Received requests with their queries. */
    asked,
    fault: (fault: Omit<Fault, 'on'>) => faults.set({ ...fault, on: 'send' }),
    /** Throttles the next `times` requests. */
    throttle: (times: number) => void (throttled = times),
    /** Whether the account has no balance. */
    setBroke: (broke: boolean) => void (isBroke = broke),
    close,
  };
};
