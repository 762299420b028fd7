import { randomUUID } from 'node:crypto';
import { type CodeMessage, type Context, maskContact, SendFailure } from '@yunbiao/services';
import type { SmsSettings } from '../config-contact.ts';
import { acsHeaders, canonicalQuery } from './acs3.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type SmsDeps = {
  log: Context['log'];
  now: () => number;
  fetch?: Fetch;
  sleep?: (ms: number) => Promise<void>;
  /** For one answer, ms. */
  patienceMs?: number;
};

const PATIENCE_MS = 10_000;
/** Of an answer; the service's have some hundred. */
const LARGEST = 64_000;
const AGAIN_MS = 1_000;

const WRONG_SETTINGS = '本站的短信设置不对，请联系本站';
const WRONG_NUMBER = '短信服务说这个手机号收不了短信，请核对有没有写错';
const TOO_MANY = '短信服务说发给这个手机号的太多了，请过一会儿再试';
const SILENT = '短信服务暂时没有回应，请稍后再试';

/** What it refuses a number for. */
const NUMBER = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.DENY_IP_RANGE',
]);
/** What is over after a while: of one number, or of the site's own account. */
const LATER = new Set(['isv.BUSINESS_LIMIT_CONTROL', 'isp.SYSTEM_ERROR', 'isp.GATEWAY_ERROR']);

const isThrottled = (code: string): boolean => code.startsWith('Throttling');
const isTrouble = (code: string): boolean =>
  /^(?:ServiceUnavailable|InternalError|isp\.SYSTEM)/.test(code);

const getFailure = (code: string): SendFailure => {
  if (NUMBER.has(code)) return new SendFailure('refused', WRONG_NUMBER);
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') return new SendFailure('later', TOO_MANY);
  if (LATER.has(code) || isThrottled(code) || isTrouble(code))
    return new SendFailure('later', SILENT);
  // Key, signature, template, balance: nobody but the site can mend it.
  return new SendFailure('later', WRONG_SETTINGS);
};

const readWhole = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Left early, the loop lets go of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

type Answer = { code: string; requestId: string };

/** `OK`, or why not. What is no answer of the service's throws: nobody knows whether it was sent. */
const parse = (text: string): Answer => {
  const value: unknown = JSON.parse(text);
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  if (typeof fields.Code !== 'string') throw new Error('the answer has no code');
  return {
    code: fields.Code,
    requestId: typeof fields.RequestId === 'string' ? fields.RequestId : '',
  };
};

/** One request of `SendSms` (Dysmsapi 2017-05-25). */
const ask = async (
  { key, signName, templateCode, url }: SmsSettings,
  { fetch = globalThis.fetch, now, patienceMs = PATIENCE_MS }: SmsDeps,
  { to, code }: CodeMessage,
): Promise<Answer> => {
  const query = {
    PhoneNumbers: to,
    SignName: signName,
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify({ code }),
  };
  const { host, ...headers } = acsHeaders(
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
  // The header is the address's own.
  void host;
  const response = await fetch(`${url}/?${canonicalQuery(query)}`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  return parse(await readWhole(response));
};

/**
 * Sends codes by Alibaba Cloud's SMS. Only what was turned away before anything was done is asked for again: an answer
 * that is lost may belong to a message that was sent, and paid. @throws SendFailure
 */
export const createSms = (settings: SmsSettings, deps: SmsDeps) => {
  const { log, sleep = (ms) => new Promise<void>((done) => setTimeout(done, ms)) } = deps;
  return async (message: CodeMessage): Promise<void> => {
    const to = maskContact(message.to);
    let answer: Answer;
    try {
      answer = await ask(settings, deps, message);
      if (isThrottled(answer.code)) {
        await sleep(AGAIN_MS);
        answer = await ask(settings, deps, message);
      }
    } catch (error) {
      // Neither the address nor what came back: the address holds number and code.
      const why = error instanceof Error ? error.name : 'unknown';
      log.warn('a text message may not have been sent', { to, why });
      throw new SendFailure('unsure', SILENT);
    }
    if (answer.code === 'OK') return;
    log.warn('a text message was refused', { to, ...answer });
    throw getFailure(answer.code);
  };
};
