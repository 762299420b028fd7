import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Turns a page rendered with a random nonce into one that can be kept: the inline scripts that carry the nonce are
 * hashed (an injected one does not), then every trace of the nonce is taken out. Throws when any is left: a kept page
 * would give the nonce away.
 */
export const sealScripts = (html: string, nonce: string): { html: string; hashes: string[] } => {
  const attribute = `nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(attribute) || /\bsrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  const sealed = html
    .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` ${attribute}`, '');
  if (sealed.includes(nonce)) throw new Error('the nonce is still in the page');
  return { html: sealed, hashes: [...hashes] };
};

/** Origins of others a page may speak to; '' for none. */
type Others = { api?: string; stats?: string };

const listed = (...sources: readonly string[]): string =>
  sources.map((source) => (source ? ` ${source}` : '')).join('');

/** The policy of a page. Styles may be inline: the component code inserts them; scripts stay strict. */
export const pagePolicy = (
  hashes: readonly string[],
  { api = '', stats = '' }: Others = {},
): string =>
  [
    "default-src 'none'",
    `script-src 'self'${listed(...hashes, stats)}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${listed(stats)}`,
    "font-src 'self' data:",
    `connect-src 'self'${listed(api, stats)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Whom the configuration allows pages to speak to. */
export const othersOf = (config: Pick<Config, 'apiBaseUrl' | 'statsScript'>): Others => ({
  api: config.apiBaseUrl,
  stats: config.statsScript?.origin ?? '',
});
