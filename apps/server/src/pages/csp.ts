import type { Config } from '../config.ts';
import { usesStandIn } from '../wechat/offer.ts';

/** Origins of others a page may speak to; '' for none. */
type WechatOrigins = { script: string; frame: string };
type Others = { api?: string; stats?: string; wechat?: WechatOrigins | null };

const listed = (...sources: readonly string[]): string =>
  sources.map((source) => (source ? ` ${source}` : '')).join('');

/** The policy of a page. Styles may be inline: the component code inserts them; scripts stay strict. */
export const pagePolicy = (
  hashes: readonly string[],
  { api = '', stats = '', wechat = null }: Others = {},
): string =>
  [
    "default-src 'none'",
    `script-src 'self'${listed(...hashes, stats, wechat?.script ?? '')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${listed(stats)}`,
    "font-src 'self' data:",
    `connect-src 'self'${listed(api, stats)}`,
    ...(wechat ? [`frame-src${listed(wechat.frame)}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The policy of a worker, which has its own: that of the page it belongs to may stay without WebAssembly. It comes with
 * the worker's script and reaches nothing but this site. What reads videos puts the colour and the transparency of a
 * picture together in workers of its own, whose script it writes itself; they stay under this policy.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'";

/** WeChat's script draws its QR code in a frame; a demo's own is the main host, for pages of other hosts too. */
const getWechat = (config: Pick<Config, 'mode' | 'publicUrl' | 'wechat'>): WechatOrigins | null => {
  const main = new URL(config.publicUrl).origin;
  if (usesStandIn(config)) return { script: main, frame: main };
  const { web, scriptUrl, openUrl } = config.wechat;
  return web ? { script: new URL(scriptUrl).origin, frame: new URL(openUrl).origin } : null;
};

/** Whom the configuration allows pages to speak to. */
export const listOthers = (
  config: Pick<Config, 'apiBaseUrl' | 'statsScript' | 'mode' | 'publicUrl' | 'wechat'>,
): Others => ({
  // With its path it would allow that one address and none below it.
  api: config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : '',
  stats: config.statsScript?.origin ?? '',
  wechat: getWechat(config),
});
