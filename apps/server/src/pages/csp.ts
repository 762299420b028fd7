import type { Config } from '../config/config.ts';
import { usesSimulator } from '../wechat/create-wechat.ts';

/** Third-party origins that a page may access; '' for none. */
type WechatOrigins = { script: string; frame: string };
type AllowedOrigins = { api?: string; stats?: string; wechat?: WechatOrigins | null };

const joinCspSources = (...sources: readonly string[]): string =>
  sources.map((source) => (source ? ` ${source}` : '')).join('');

/** CSP of a page. Allows inline styles because components insert them; scripts stay strict. */
export const buildPageCsp = (
  hashes: readonly string[],
  { api = '', stats = '', wechat = null }: AllowedOrigins = {},
): string =>
  [
    "default-src 'none'",
    `script-src 'self'${joinCspSources(...hashes, stats, wechat?.script ?? '')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${joinCspSources(stats)}`,
    "font-src 'self' data:",
    `connect-src 'self'${joinCspSources(api, stats)}`,
    ...(wechat ? [`frame-src${joinCspSources(wechat.frame)}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * CSP of a worker, which is separate from that of its page, so pages need not allow WebAssembly. It
 * is sent with the worker's script and allows connections to this site only. The video decoder
 * creates its own workers from blobs to merge color and alpha of a frame; they inherit this policy.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'";

/**
 * WeChat's script shows its QR code in an iframe. The demo's simulator runs on the main host, also
 * for pages of other hosts.
 */
const getWechatOrigins = (
  config: Pick<Config, 'mode' | 'publicUrl' | 'wechat'>,
): WechatOrigins | null => {
  const main = new URL(config.publicUrl).origin;
  if (usesSimulator(config)) return { script: main, frame: main };
  const { web, scriptUrl, openUrl } = config.wechat;
  return web ? { script: new URL(scriptUrl).origin, frame: new URL(openUrl).origin } : null;
};

/** Third-party origins that the configuration allows. */
export const getAllowedOrigins = (
  config: Pick<Config, 'apiBaseUrl' | 'statsScript' | 'mode' | 'publicUrl' | 'wechat'>,
): AllowedOrigins => ({
  // A URL with a path would allow only that exact path.
  api: config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : '',
  stats: config.statsScript?.origin ?? '',
  wechat: getWechatOrigins(config),
});
