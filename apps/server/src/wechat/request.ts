import { type Context, ServiceError } from '@yunbiao/services';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type WechatRequestDeps = { apiUrl: string; fetch: Fetch; log: Context['log'] };

const TIMEOUT_MS = 5_000;
/** Maximum size of a response, bytes. WeChat sends a few hundred. */
const MAX_RESPONSE_BYTES = 64_000;

/** Response of WeChat: fields, or `errcode`. */
export type Answer = Readonly<Record<string, unknown>>;

export const readAnswerText = (answer: Answer, name: string): string => {
  const value = answer[name];
  return typeof value === 'string' ? value : '';
};

export const readErrorCode = ({ errcode }: Answer): number =>
  typeof errcode === 'number' ? errcode : 0;

const BUSY = -1;
const CODE_EXPIRED = '微信的登录码已经失效，请重新扫码';
const WRONG_SETTINGS = '本站的微信登录设置不对，请联系本站';
const RATE_LIMITED = '微信登录现在用的人太多，请稍后重试';

/** Message for users by WeChat error code. */
const MESSAGES: Readonly<Record<number, readonly [409 | 503, string]>> = {
  40029: [409, CODE_EXPIRED],
  40163: [409, CODE_EXPIRED],
  42003: [409, CODE_EXPIRED],
  41008: [409, CODE_EXPIRED],
  40003: [409, '微信不认识这个用户，请重新扫码'],
  40013: [503, WRONG_SETTINGS],
  40125: [503, WRONG_SETTINGS],
  40164: [503, WRONG_SETTINGS],
  41002: [503, WRONG_SETTINGS],
  41004: [503, WRONG_SETTINGS],
  48001: [503, WRONG_SETTINGS],
  50001: [503, WRONG_SETTINGS],
  45009: [503, RATE_LIMITED],
  45011: [503, RATE_LIMITED],
};
const OUT_OF_ORDER = '微信那边暂时没有回应，请稍后重试';

/** Error for a rejection by WeChat. */
export const createWechatError = (errcode: number): ServiceError => {
  const [code, words] = MESSAGES[errcode] ?? [503, OUT_OF_ORDER];
  return new ServiceError(code, words, code === 503 ? { retryAfter: 5 } : undefined);
};

const createNoResponseError = (): ServiceError => createWechatError(0);

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

/** Parses JSON regardless of the content type: `/sns` sends text/plain. */
const parseAnswerObject = (text: string): Answer => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('the answer is no object');
  return { ...value };
};

const sendWechatRequestOnce = async (
  { apiUrl, fetch, log }: WechatRequestDeps,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> => {
  try {
    const response = await fetch(`${apiUrl}${path}?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    return parseAnswerObject(await readLimitedResponseText(response));
  } catch (error) {
    // Logs neither the URL nor the body: both contain secrets.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn('WeChat did not answer', { path, why: reason });
    throw createNoResponseError();
  }
};

/**
 * Sends a request to WeChat. Retries once when WeChat is busy (-1). The response may still contain
 * an `errcode`.
 * @throws 503 without a valid response within 5 s
 */
export const requestWechat = async (
  deps: WechatRequestDeps,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> => {
  const first = await sendWechatRequestOnce(deps, path, query, body);
  const answer =
    readErrorCode(first) === BUSY ? await sendWechatRequestOnce(deps, path, query, body) : first;
  const errcode = readErrorCode(answer);
  if (errcode !== 0) deps.log.warn('WeChat refused', { path, errcode });
  return answer;
};

/**
 * Returns a response without `errcode`.
 * @throws 409, 503
 */
export const requireWechatSuccess = (answer: Answer): Answer => {
  const errcode = readErrorCode(answer);
  if (errcode !== 0) throw createWechatError(errcode);
  return answer;
};
