import { randomUUID } from 'node:crypto';
import { type CodeMessage, type Context, maskContact, SendFailure } from '@yunbiao/services';
import type { SmsSettings } from '../config/config-contact.ts';
import { buildAcsHeaders, buildCanonicalQuery } from './acs3.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type SmsDeps = {
  log: Context['log'];
  now: () => number;
  fetch?: Fetch;
  sleep?: (ms: number) => Promise<void>;
  /** Timeout for a response, ms. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
/** Maximum size of a response, bytes. The service sends a few hundred. */
const MAX_RESPONSE_BYTES = 64_000;
const RETRY_DELAY_MS = 1_000;

const WRONG_SETTINGS = '本站的短信设置不对，请联系本站';
const WRONG_NUMBER = '短信服务说这个手机号收不了短信，请核对有没有写错';
const TOO_MANY = '短信服务说发给这个手机号的太多了，请稍后重试';
const NO_RESPONSE = '短信服务暂时没有回应，请稍后重试';

/** Error codes for a number that cannot receive messages. */
const NUMBER_ERROR_CODES = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.DENY_IP_RANGE',
]);
/** Temporary errors for one number or for the site's account. */
const TEMPORARY_ERROR_CODES = new Set([
  'isv.BUSINESS_LIMIT_CONTROL',
  'isp.SYSTEM_ERROR',
  'isp.GATEWAY_ERROR',
]);

const isThrottled = (code: string): boolean => code.startsWith('Throttling');
const isServiceFault = (code: string): boolean =>
  /^(?:ServiceUnavailable|InternalError|isp\.SYSTEM)/.test(code);

const toSmsSendFailure = (code: string): SendFailure => {
  if (NUMBER_ERROR_CODES.has(code)) return new SendFailure('refused', WRONG_NUMBER);
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') return new SendFailure('later', TOO_MANY);
  if (TEMPORARY_ERROR_CODES.has(code) || isThrottled(code) || isServiceFault(code))
    return new SendFailure('later', NO_RESPONSE);
  // Key, signature, template or balance: only the operator can fix these.
  return new SendFailure('later', WRONG_SETTINGS);
};

const readLimitedResponseText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

type Answer = { code: string; requestId: string };

/**
 * Parses the result code; `OK` on success. Throws if this is not a response of the service, because
 * then it is unknown whether the message was sent.
 */
const parseSmsServiceReply = (text: string): Answer => {
  const value: unknown = JSON.parse(text);
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  if (typeof fields.Code !== 'string') throw new Error('the answer has no code');
  return {
    code: fields.Code,
    requestId: typeof fields.RequestId === 'string' ? fields.RequestId : '',
  };
};

/** Sends one `SendSms` request (Dysmsapi 2017-05-25). */
const sendSmsRequest = async (
  { key, signName, templateCode, url }: SmsSettings,
  { fetch = globalThis.fetch, now, timeoutMs: patienceMs = TIMEOUT_MS }: SmsDeps,
  { to, code }: CodeMessage,
): Promise<Answer> => {
  const query = {
    PhoneNumbers: to,
    SignName: signName,
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify({ code }),
  };
  const { host, ...headers } = buildAcsHeaders(
    {
      host: new URL(url).host,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      body: '',
      date: `${new Date(now()).toISOString().slice(0, 19)}Z`,
      nonce: randomUUID(),
    },
    key,
  );
  // `fetch` sets the Host header from the URL.
  void host;
  const response = await fetch(`${url}/?${buildCanonicalQuery(query)}`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  return parseSmsServiceReply(await readLimitedResponseText(response));
};

/**
 * Sends codes with Alibaba Cloud SMS. Retries only requests that were rejected before any
 * processing: after a lost response the message may have been sent and charged.
 * @throws SendFailure
 */
export const createSmsSender = (settings: SmsSettings, deps: SmsDeps) => {
  const { log, sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = deps;
  return async (message: CodeMessage): Promise<void> => {
    const to = maskContact(message.to);
    let answer: Answer;
    try {
      answer = await sendSmsRequest(settings, deps, message);
      if (isThrottled(answer.code)) {
        await sleep(RETRY_DELAY_MS);
        answer = await sendSmsRequest(settings, deps, message);
      }
    } catch (error) {
      // Logs neither the URL nor the response: the URL contains the number and the code.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn('a text message may not have been sent', { to, why: reason });
      throw new SendFailure('unsure', NO_RESPONSE);
    }
    if (answer.code === 'OK') return;
    log.warn('a text message was refused', { to, ...answer });
    throw toSmsSendFailure(answer.code);
  };
};
