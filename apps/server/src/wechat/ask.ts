import { type Context, ServiceError } from '@yunbiao/services';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type AskDeps = { apiUrl: string; fetch: Fetch; log: Context['log'] };

const TIMEOUT_MS = 5_000;
/** Of an answer; WeChat's have a few hundred. */
const LARGEST = 64_000;

/** What WeChat answered: fields, or `errcode`. */
export type Answer = Readonly<Record<string, unknown>>;

export const getText = (answer: Answer, name: string): string => {
  const value = answer[name];
  return typeof value === 'string' ? value : '';
};

export const getCode = ({ errcode }: Answer): number => (typeof errcode === 'number' ? errcode : 0);

const BUSY = -1;
const OVER = '微信的登录码已经失效，请重新扫码';
const WRONG_SETTINGS = '本站的微信登录设置不对，请联系本站';
const TOO_OFTEN = '微信登录现在用的人太多，请稍后再试';

/** What people are told, by WeChat's code. */
const WORDS: Readonly<Record<number, readonly [409 | 503, string]>> = {
  40029: [409, OVER],
  40163: [409, OVER],
  42003: [409, OVER],
  41008: [409, OVER],
  40003: [409, '微信不认识这个用户，请重新扫码'],
  40013: [503, WRONG_SETTINGS],
  40125: [503, WRONG_SETTINGS],
  40164: [503, WRONG_SETTINGS],
  41002: [503, WRONG_SETTINGS],
  41004: [503, WRONG_SETTINGS],
  48001: [503, WRONG_SETTINGS],
  50001: [503, WRONG_SETTINGS],
  45009: [503, TOO_OFTEN],
  45011: [503, TOO_OFTEN],
};
const OUT_OF_ORDER = '微信那边暂时没有回应，请稍后再试';

/** The sentence for what WeChat refused. */
export const findRefusal = (errcode: number): ServiceError => {
  const [code, words] = WORDS[errcode] ?? [503, OUT_OF_ORDER];
  return new ServiceError(code, words, code === 503 ? { retryAfter: 5 } : undefined);
};

const silent = (): ServiceError => findRefusal(0);

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

/** JSON, whatever the type it is sent with: `/sns` says text/plain. */
const parse = (text: string): Answer => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('the answer is no object');
  return { ...value };
};

const askOnce = async (
  { apiUrl, fetch, log }: AskDeps,
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
    return parse(await readWhole(response));
  } catch (error) {
    // Neither the address nor what was sent: both hold secrets.
    const why = error instanceof Error ? error.name : 'unknown';
    log.warn('WeChat did not answer', { path, why });
    throw silent();
  }
};

/**
 * Asks WeChat; too busy (-1) is tried once more. The answer may still be an `errcode`.
 * @throws 503 when there is none in 5 s, or none that can be read
 */
export const ask = async (
  deps: AskDeps,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> => {
  const first = await askOnce(deps, path, query, body);
  const answer = getCode(first) === BUSY ? await askOnce(deps, path, query, body) : first;
  const errcode = getCode(answer);
  if (errcode !== 0) deps.log.warn('WeChat refused', { path, errcode });
  return answer;
};

/** An answer without `errcode`. @throws 409, 503 */
export const granted = (answer: Answer): Answer => {
  const errcode = getCode(answer);
  if (errcode !== 0) throw findRefusal(errcode);
  return answer;
};
