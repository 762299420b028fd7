import type { CallInput, CallOutput, PageCall } from './calls.ts';
import type { Envelope, FailEnvelope } from '../core/envelope.ts';
import { createFailEnvelope, NETWORK_FAILED } from '../core/envelope.ts';
import { encodeUrlForm } from '../core/form.ts';
import { type Route, getRoute } from './routes.gen.ts';

export type ClientOptions = {
  /** Base URL of the API without a trailing slash; '' for the page's own origin. */
  baseUrl: string;
  /** Host of the page without port. Informative only. */
  getHost: () => string;
  /** Domain or alias of the software; '' outside a software. */
  getDomain: () => string;
  /** Session token of the member; '' when anonymous. */
  getToken: () => string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Answers calls when the API runs in the same process: no HTTP request, no serialization. */
  answerInProcess?: (name: PageCall, input: object, domain: string) => Promise<Envelope<unknown>>;
  /**
   * Runs for every reply, so that the session can react to -9999. `sentToken`: the token sent with
   * the call.
   */
  onReply?: (name: PageCall, reply: Envelope<unknown>, sentToken: string) => void;
};

export type Client = {
  /**
   * Calls the API. Never throws: a network failure or an invalid response yields
   * `{state: 'fail', code: 500}`.
   */
  call: <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => Promise<Envelope<CallOutput<N>>>;
  /**
   * Returns the raw response of a call with the same headers, for streams and files. Rejects on
   * network failure.
   */
  fetchRaw: <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => Promise<Response>;
};

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  'code' in value &&
  (value.state === 'ok' || value.state === 'fail');

const readEnvelope = async (response: Response): Promise<Envelope<unknown>> => {
  try {
    const body: unknown = await response.json();
    return isEnvelope(body) ? body : createFailEnvelope(500, NETWORK_FAILED);
  } catch {
    return createFailEnvelope(500, NETWORK_FAILED);
  }
};

/** Maximum attempts of a GET while the server answers that it is busy. */
const MAX_ATTEMPTS = 3;
/** Longest delay before a retry, seconds. A longer one is a failure and is reported at once. */
const MAX_RETRY_DELAY_S = 2;

/** Retry delay a busy server requests, seconds; 0 for any other reply. */
const getRetryDelayS = (reply: Envelope<unknown>): number => {
  const wait = reply.state === 'fail' && reply.code === 503 ? (reply.data?.retryAfter ?? 0) : 0;
  return wait <= MAX_RETRY_DELAY_S ? wait : 0;
};

/** Files stay files, everything else becomes text. Empty values are dropped, as in every form. */
const toFormData = (input: object): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value instanceof File) form.append(key, value, value.name);
    else for (const [name, text] of encodeUrlForm({ [key]: value })) form.append(name, text);
  }
  return form;
};

/** Request to a route, which decides the fields of the query. */
const buildRouteRequest = (
  route: Route,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  input: object,
): { url: string; init: RequestInit } => {
  const isInQuery = (key: string): boolean =>
    route.method === 'GET' || (route.query?.includes(key) ?? false);
  const selectFieldsByPlacement = (isInQueryWanted: boolean) =>
    Object.fromEntries(Object.entries(input).filter(([key]) => isInQuery(key) === isInQueryWanted));
  const encodeFieldsByPlacement = (isInQueryWanted: boolean): string =>
    encodeUrlForm(selectFieldsByPlacement(isInQueryWanted), route.whole).toString();
  const query = encodeFieldsByPlacement(true);
  const url = `${baseUrl}${route.path}${query ? `?${query}` : ''}`;
  if (route.method === 'GET') return { url, init: { method: 'GET', headers } };
  if (route.method === 'PUT') {
    const body = JSON.stringify(selectFieldsByPlacement(false));
    const contentType = 'application/json';
    return {
      url,
      init: { method: 'PUT', headers: { ...headers, 'Content-Type': contentType }, body },
    };
  }
  // The browser sets the content type with the boundary.
  if (route.body) return { url, init: { method: 'POST', headers, body: toFormData(input) } };
  const contentType = 'application/x-www-form-urlencoded;charset=UTF-8';
  return {
    url,
    init: {
      method: 'POST',
      headers: { ...headers, 'Content-Type': contentType },
      body: encodeFieldsByPlacement(false),
    },
  };
};

/**
 * API client for the browser and for rendering on the server. Headers and encodings: specification,
 * section 7. `findRoute` maps a call to its route.
 */
export const createApiClient = (
  options: ClientOptions,
  findRoute: (name: PageCall) => Route = getRoute,
): Client => {
  const send = options.fetch ?? ((url, init) => fetch(url, init));

  const fetchRaw: Client['fetchRaw'] = (name, input, init) => {
    const route = findRoute(name);
    const headers = {
      'X-Host': options.getHost(),
      'X-Domain': encodeURIComponent(options.getDomain()),
      'X-Token': options.getToken(),
    };
    const request = buildRouteRequest(route, options.baseUrl, headers, input);
    const signal = init?.signal ? { signal: init.signal } : {};
    return send(request.url, { ...request.init, ...signal });
  };

  const callServer: Client['call'] = async <N extends PageCall>(
    name: N,
    input: CallInput<N>,
    init?: { signal?: AbortSignal },
  ) => {
    const sentToken = options.getToken();
    let reply: Envelope<unknown>;
    for (let triesLeft = MAX_ATTEMPTS; ; triesLeft -= 1) {
      try {
        reply = options.answerInProcess
          ? await options.answerInProcess(name, input, options.getDomain())
          : await readEnvelope(await fetchRaw(name, input, init));
      } catch {
        reply = createFailEnvelope(500, NETWORK_FAILED);
      }
      const wait = triesLeft > 1 && findRoute(name).method === 'GET' ? getRetryDelayS(reply) : 0;
      if (wait === 0) break;
      // Jitter, so that refused calls do not retry at the same moment.
      await new Promise((resolve) => setTimeout(resolve, wait * (1_000 + Math.random() * 500)));
      if (init?.signal?.aborted || options.getToken() !== sentToken) break;
    }
    options.onReply?.(name, reply, sentToken);
    return reply as Envelope<CallOutput<N>>;
  };

  return { call: callServer, fetchRaw };
};

export type { FailEnvelope };
