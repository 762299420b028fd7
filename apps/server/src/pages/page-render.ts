import { randomBytes } from 'node:crypto';
import type { RenderInput, RenderOutput } from '@yunbiao/contract/site';
import type { Admission } from '../admission.ts';
import type { Visit, Visitor } from '../api/visit.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Pause } from '../turns.ts';
import { cachedPage } from './cached-page.ts';
import { listOthers, pagePolicy } from './csp.ts';
import type { OwnHosts } from './hosts.ts';
import type { Rendered } from './page-cache.ts';
import { HTML, type Reply } from './page-reply.ts';
import type { PageRequest } from './page-request.ts';
import { sealScripts } from './seal.ts';
import { securityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';
import { tagsOfCall } from '../tags.ts';
import type { WorkBudget } from '../work-budget.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export type RenderDeps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  site: Site;
  /** Host names of softwares. */
  getAlias: OwnHosts;
  /** The API in this process. */
  openVisit: (visitor: Visitor) => Visit;
  /** Where renders wait for their turn; left out: a place of their own. */
  admission?: Admission;
  /** Of each member; left out: one of the pages' own. */
  budget?: WorkBudget;
  /** Development: nothing is kept and no policy is sent. */
  dev?: boolean;
};

type Headers = [string, string][];
type Finished = { body: Buffer; contentType: string; headers: Headers };
type PageOutput = Extract<RenderOutput, { type: 'page' }>;

const NO_PAYLOAD: Omit<Finished, 'headers'> & { type: 'fresh'; status: 404 } = {
  type: 'fresh',
  status: 404,
  contentType: JSON_TYPE,
  body: Buffer.from('{}'),
};

/** What a render has asked the API for. */
type Seen = {
  /** The content it shows. */
  tags: Set<string>;
  /** Seconds after which the visitor may ask again; 0 unless a call was refused as one too many. */
  wait: number;
};

/** The API as a render calls it: each call in a turn of its own, noted for what the page shows. */
const observedApi =
  (visit: Visit, ownAlias: string, pause: Pause, seen: Seen): RenderInput['api'] =>
  async (name, input, domain) => {
    for (const tag of tagsOfCall(name, input, domain || ownAlias)) seen.tags.add(tag);
    await pause();
    const reply = await visit.call(name, input, domain);
    if (reply.code === 429) seen.wait = Math.max(seen.wait, reply.data?.retryAfter ?? 1);
    return reply;
  };

/** Renders a page or payload and says whether, and under which tags, it may be kept. */
export const createRenderer = (
  { config, log, metrics, site, dev = false }: RenderDeps,
  pause: Pause,
) => {
  const common = securityHeaders(config);

  const finish = (output: PageOutput, kind: PageRequest['kind'], nonce: string): Finished => {
    if (kind === 'payload') {
      const headers: Headers = [['X-Robots-Tag', 'noindex'], ...common];
      const whole = typeof output.body === 'string' ? output.body : output.body.join('');
      return { body: Buffer.from(whole), contentType: JSON_TYPE, headers };
    }
    const { body, hashes } = sealScripts(output.body, nonce);
    const policy = pagePolicy(hashes, listOthers(config));
    const headers: Headers = dev ? common : [['Content-Security-Policy', policy], ...common];
    return { body, contentType: HTML, headers };
  };

  return async (request: PageRequest, visit: Visit): Promise<Rendered<Reply>> => {
    const { href, named, kind, token, host, ownAlias, requestId } = request;
    const module = await site.module();
    const seen: Seen = { tags: new Set(), wait: 0 };
    const nonce = randomBytes(16).toString('base64url');
    metrics.renders++;
    const output = await module.render({
      href,
      named,
      kind,
      nonce,
      token,
      host,
      ownAlias,
      build: site.build,

      origin: config.publicUrl,
      apiBase: config.apiBaseUrl,
      statsUrl: config.statsScript?.url ?? '',
      api: observedApi(visit, ownAlias, pause, seen),
      pause,
    });
    if (seen.wait > 0) return { value: { type: 'limited', wait: seen.wait } };
    if (output.type === 'redirect') {
      // Following it would end in a page; whoever asks for a payload is told to ask the API.
      return { value: kind === 'page' ? output : { ...NO_PAYLOAD, headers: common } };
    }
    const { error } = output;
    if (error !== undefined) log.error('page failed', { requestId, href, error });
    await pause();
    const finished = finish(output, kind, nonce);
    const isForAll = output.status === 200 && request.cacheable && !token;
    if (!isForAll || output.degraded || dev) {
      return { value: { type: 'fresh', status: output.status, ...finished } };
    }
    const page = await cachedPage(finished);
    return { value: { type: 'kept', page }, keep: { page, tags: [...seen.tags] } };
  };
};
