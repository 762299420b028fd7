import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AppDeps } from './app-deps.ts';
import { type Config, isLoopback } from './config/config.ts';
import { formatMetrics } from './metrics/format-metrics.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Handler, sendPlainReply, TEXT_TYPE } from './http/plain-reply.ts';

const isEqualConstantTime = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const canReadMetrics = (config: Config, req: IncomingMessage): boolean => {
  const token = config.metricsToken;
  if (
    token !== undefined &&
    isEqualConstantTime(req.headers.authorization ?? '', `Bearer ${token}`)
  )
    return true;
  // Behind a proxy all requests come from this machine.
  const forwarded =
    req.headers['x-forwarded-for'] !== undefined || req.headers.forwarded !== undefined;
  return !forwarded && isLoopback((req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
};

/** Endpoints for monitoring: liveness, readiness and metrics. They accept any Host. */
export const createProbeHandlers = (
  deps: Pick<AppDeps, 'config' | 'checkReadiness' | 'budget' | 'readGauges'>,
  metrics: Metrics,
  cacheSize: () => { pages: number; bytes: number },
): Record<string, Handler> => ({
  '/healthz': (_req, res) => sendPlainReply(res, 200, TEXT_TYPE, 'ok\n', []),
  '/readyz': async (_req, res) => {
    const reason = await deps.checkReadiness();
    sendPlainReply(res, reason ? 503 : 200, TEXT_TYPE, reason ? `${reason}\n` : 'ok\n', []);
  },
  '/metrics': async (req, res) => {
    if (!canReadMetrics(deps.config, req)) return sendPlainReply(res, 403, TEXT_TYPE, '403\n', []);
    const gauges = await deps.readGauges?.();
    const text = formatMetrics(metrics, { cache: cacheSize(), budget: deps.budget, gauges });
    return sendPlainReply(res, 200, 'text/plain; version=0.0.4; charset=utf-8', text, []);
  },
});
