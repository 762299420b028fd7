import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AppDeps } from './app.ts';
import { type Config, isLoopback } from './config.ts';
import { type Metrics, metricsText } from './metrics.ts';
import { type Handler, reply, TEXT } from './plain-reply.ts';

const sameText = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const mayReadMetrics = (config: Config, req: IncomingMessage): boolean => {
  const token = config.metricsToken;
  if (token !== undefined && sameText(req.headers.authorization ?? '', `Bearer ${token}`))
    return true;
  // Behind a proxy everybody seems to come from this machine.
  const forwarded =
    req.headers['x-forwarded-for'] !== undefined || req.headers.forwarded !== undefined;
  return !forwarded && isLoopback((req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
};

/** What machines ask: alive, ready, figures. For them any Host will do. */
export const probes = (
  deps: Pick<AppDeps, 'config' | 'readiness' | 'budget'>,
  metrics: Metrics,
  cacheSize: () => { pages: number; bytes: number },
): Record<string, Handler> => ({
  '/healthz': (_req, res) => reply(res, 200, TEXT, 'ok\n', []),
  '/readyz': async (_req, res) => {
    const trouble = await deps.readiness();
    reply(res, trouble ? 503 : 200, TEXT, trouble ? `${trouble}\n` : 'ok\n', []);
  },
  '/metrics': (req, res) => {
    if (!mayReadMetrics(deps.config, req)) return reply(res, 403, TEXT, '403\n', []);
    return reply(
      res,
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      metricsText(metrics, cacheSize(), deps.budget),
      [],
    );
  },
});
