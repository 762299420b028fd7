import type { CallInput, CallOutput, PageCall } from './calls.ts';
import type { Envelope, FailEnvelope } from './envelope.ts';
import { fail } from './envelope.ts';
import { toForm } from './form.ts';
import { type Route, getRoute } from './routes.gen.ts';

export type ClientOptions = {
  /** Where the API is, without a trailing slash; '' for the page's own origin. */
  baseUrl: string;
  /** Host of the page, without its port. Informative only. */
  host: () => string;
  /** The software's domain or alias; '' outside a software. */
  domain: () => string;
  /** The member's token; '' when anonymous. */
  token: () => string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Answers calls where the API is in the same process: no request, no text in between. */
  answer?: (name: PageCall, input: object, domain: string) => Promise<Envelope<unknown>>;
  /** Told of every reply, so that the session can react to -9999. `sentToken`: the token the call went out with. */
  onReply?: (name: PageCall, reply: Envelope<unknown>, sentToken: string) => void;
};

export type Client = {
  /** Calls the API; never throws: a network failure or a foreign page is `{state: 'fail', code: 500}`. */
  call: <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => Promise<Envelope<CallOutput<N>>>;
  /** The bare response, with the same headers, for streams and files. Rejects on network failure. */
  raw: <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => Promise<Response>;
};

/** What a call says that reached nobody. */
export const NETWORK_FAILED = '网络不通，请稍后再试';

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  'code' in value &&
  (value.state === 'ok' || value.state === 'fail');

const readEnvelope = async (response: Response): Promise<Envelope<unknown>> => {
  try {
    const body: unknown = await response.json();
    return isEnvelope(body) ? body : fail(500, NETWORK_FAILED);
  } catch {
    return fail(500, NETWORK_FAILED);
  }
};

/** Times a read is asked for while the server says it is busy. */
const TRIES = 3;
/** Longer than this, in seconds, is no crowd but a failure: it is told at once. */
const BUSY_S = 2;

/** Seconds a busy server asks for; 0 for any other reply. */
const busyFor = (reply: Envelope<unknown>): number => {
  const wait = reply.state === 'fail' && reply.code === 503 ? (reply.data?.retryAfter ?? 0) : 0;
  return wait <= BUSY_S ? wait : 0;
};

/** Files as they are, everything else as text; what is empty stays out, as in every form. */
const multipart = (input: object): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value instanceof File) form.append(key, value, value.name);
    else for (const [name, text] of toForm({ [key]: value })) form.append(name, text);
  }
  return form;
};

/**
 * The one way to the API, in the browser and while rendering on the server. Headers and encodings as specified, section 7.
 * `findRoute`: where its calls are.
 */
export const createClient = (
  options: ClientOptions,
  findRoute: (name: PageCall) => Route = getRoute,
): Client => {
  const send = options.fetch ?? ((url, init) => fetch(url, init));

  const raw: Client['raw'] = (name, input, init) => {
    const route = findRoute(name);
    const headers: Record<string, string> = {
      'X-Host': options.host(),
      'X-Domain': encodeURIComponent(options.domain()),
      'X-Token': options.token(),
    };
    const inQuery = (key: string): boolean =>
      route.method === 'GET' || (route.query?.includes(key) ?? false);
    const fields = (wanted: boolean) =>
      Object.fromEntries(Object.entries(input).filter(([key]) => inQuery(key) === wanted));
    const part = (wanted: boolean): string => toForm(fields(wanted), route.whole).toString();
    const query = part(true);
    const url = `${options.baseUrl}${route.path}${query ? `?${query}` : ''}`;
    const signal = init?.signal ? { signal: init.signal } : {};
    if (route.method === 'GET') return send(url, { method: 'GET', headers, ...signal });
    if (route.method === 'PUT') {
      headers['Content-Type'] = 'application/json';
      const body = JSON.stringify(fields(false));
      return send(url, { method: 'PUT', headers, body, ...signal });
    }
    // Its content type carries the boundary: the browser writes it.
    if (route.body)
      return send(url, { method: 'POST', headers, body: multipart(input), ...signal });
    headers['Content-Type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
    return send(url, { method: 'POST', headers, body: part(false), ...signal });
  };

  const call: Client['call'] = async <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => {
    const sentToken = options.token();
    let reply: Envelope<unknown>;
    for (let left = TRIES; ; left -= 1) {
      try {
        reply = options.answer
          ? await options.answer(name, input, options.domain())
          : await readEnvelope(await raw(name, input, init));
      } catch {
        reply = fail(500, NETWORK_FAILED);
      }
      const wait = left > 1 && findRoute(name).method === 'GET' ? busyFor(reply) : 0;
      if (wait === 0) break;
      // Not all of those that were turned away together at once again.
      await new Promise((done) => setTimeout(done, wait * (1_000 + Math.random() * 500)));
      if (init?.signal?.aborted || options.token() !== sentToken) break;
    }
    options.onReply?.(name, reply, sentToken);
    return reply as Envelope<CallOutput<N>>;
  };

  return { call, raw };
};

export type { FailEnvelope };
