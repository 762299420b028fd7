import { randomBytes } from 'node:crypto';
import type { RenderInput, RenderOutput } from '@yunbiao/contract/api/site';
import type { Admission } from '../http/admission.ts';
import type { Visit, Visitor } from '../api/visit.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Pause } from '../budget/turn-scheduler.ts';
import { createCachedPage } from './cached-page.ts';
import { getAllowedOrigins, buildPageCsp } from './csp.ts';
import type { FindCustomDomain } from './hosts.ts';
import type { Rendered } from './page-cache.ts';
import { HTML_TYPE, type Reply } from './page-reply.ts';
import type { PageRequest } from './page-request.ts';
import { replaceNonceByHashes } from './script-hashes.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';
import { listCallTags } from '../tags.ts';
import type { WorkBudget } from '../budget/work-budget.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export type RenderDeps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  site: Site;
  /** Custom domains of softwares. */
  getAlias: FindCustomDomain;
  /** Opens the in-process API. */
  openVisit: (visitor: Visitor) => Visit;
  /** Queue for renders. Omitted: pages create their own. */
  admission?: Admission;
  /** Work budget per member. Omitted: pages create their own. */
  budget?: WorkBudget;
  /** Development: disables caching and the CSP. */
  dev?: boolean;
};

type Headers = [string, string][];
type FinishedPage = { body: Buffer; contentType: string; headers: Headers };
type PageOutput = Extract<RenderOutput, { type: 'page' }>;

const NO_PAYLOAD: Omit<FinishedPage, 'headers'> & { type: 'fresh'; status: 404 } = {
  type: 'fresh',
  status: 404,
  contentType: JSON_TYPE,
  body: Buffer.from('{}'),
};

/** Effects of the API calls of one render. */
type ObservedCalls = {
  /** Tags of the content that the page shows. */
  tags: Set<string>;
  /** Value of `Retry-After`, seconds; 0 unless a call exceeded its rate limit. */
  retryAfterS: number;
};

/** Wraps the API for a render: yields before each call and records its tags. */
const observeApi =
  (visit: Visit, ownAlias: string, pause: Pause, observed: ObservedCalls): RenderInput['callApi'] =>
  async (name, input, domain) => {
    for (const tag of listCallTags(name, input, domain || ownAlias)) observed.tags.add(tag);
    await pause();
    const reply = await visit.call(name, input, domain);
    if (reply.code === 429)
      observed.retryAfterS = Math.max(observed.retryAfterS, reply.data?.retryAfter ?? 1);
    return reply;
  };

/** Encodes a rendered page or payload and adds its headers. `common`: those of every response. */
const addPageHeadersAndCsp = (
  { body: rendered }: PageOutput,
  kind: PageRequest['kind'],
  nonce: string,
  { config, common, dev }: { config: Config; common: Headers; dev: boolean },
): FinishedPage => {
  if (kind === 'payload') {
    const headers: Headers = [['X-Robots-Tag', 'noindex'], ...common];
    const payloadText = typeof rendered === 'string' ? rendered : rendered.join('');
    return { body: Buffer.from(payloadText), contentType: JSON_TYPE, headers };
  }
  const { body, hashes } = replaceNonceByHashes(rendered, nonce);
  const policy = buildPageCsp(hashes, getAllowedOrigins(config));
  const headers: Headers = dev ? common : [['Content-Security-Policy', policy], ...common];
  return { body, contentType: HTML_TYPE, headers };
};

/** Renders a page or payload. The result states whether it can be cached, and under which tags. */
export const createPageRenderer = (
  { config, log, metrics, site, dev = false }: RenderDeps,
  pause: Pause,
) => {
  const common = buildSecurityHeaders(config);

  const renderPage = async (request: PageRequest, visit: Visit): Promise<Rendered<Reply>> => {
    const { href, displayedUrl, kind, token, host, customDomainAlias, requestId } = request;
    const module = await site.loadModule();
    const observed: ObservedCalls = { tags: new Set(), retryAfterS: 0 };
    const nonce = randomBytes(16).toString('base64url');
    metrics.renders++;
    const output = await module.render({
      href,
      named: displayedUrl,
      kind,
      nonce,
      token,
      host,
      ownAlias: customDomainAlias,
      build: site.build,

      origin: config.publicUrl,
      apiBase: config.apiBaseUrl,
      statsUrl: config.statsScript?.url ?? '',
      callApi: observeApi(visit, customDomainAlias, pause, observed),
      pause,
    });
    if (observed.retryAfterS > 0) return { value: { type: 'limited', wait: observed.retryAfterS } };
    if (output.type === 'redirect') {
      // Following a redirect would return a page. A payload request gets 404 instead, and its
      // client calls the API.
      return { value: kind === 'page' ? output : { ...NO_PAYLOAD, headers: common } };
    }
    const { error } = output;
    if (error !== undefined) log.error('page failed', { requestId, href, error });
    await pause();
    const finished = addPageHeadersAndCsp(output, kind, nonce, { config, common, dev });
    const isShared = output.status === 200 && request.cacheable && !token;
    if (!isShared || output.degraded || dev) {
      return { value: { type: 'fresh', status: output.status, ...finished } };
    }
    const page = await createCachedPage(finished);
    return { value: { type: 'kept', page }, cacheEntry: { page, tags: [...observed.tags] } };
  };

  return async (request: PageRequest, visit: Visit): Promise<Rendered<Reply>> => {
    const started = performance.now();
    try {
      return await renderPage(request, visit);
    } finally {
      metrics.renderSeconds[request.kind].observe((performance.now() - started) / 1e3);
    }
  };
};
