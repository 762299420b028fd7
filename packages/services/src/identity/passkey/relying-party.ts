import { listPasskeyHosts } from '../account/sign-in-methods.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';

/** Relying party of passkeys: host name (RP ID) and the only accepted origin. */
export type RelyingParty = { rpId: string; origin: string };

const IP = /^[\d.]+$|^\[/;

/**
 * Passkeys exist for the main host only. A passkey for a custom domain would not work elsewhere,
 * and the next owner of a lapsed domain could request it. A demo also accepts `localhost`. IP
 * addresses are excluded.
 */
const findRelyingParty = (ctx: Context, site: string): RelyingParty | null => {
  const { hostname, origin } = new URL(site);
  const isMain = origin === ctx.settings.publicUrl || hostname === 'localhost';
  return isMain && !IP.test(hostname) && listPasskeyHosts(ctx).includes(hostname)
    ? { rpId: hostname, origin }
    : null;
};

/** Reason why passkeys are not available at this origin. */
const explainPasskeysUnavailable = (ctx: Context): string => {
  const main = new URL(ctx.settings.publicUrl);
  if (!IP.test(main.hostname)) return `通行密钥只能在 ${main.host} 添加和使用`;
  return ctx.settings.mode === 'demo'
    ? `通行密钥不能用在 IP 地址上，请用 http://localhost:${main.port || '80'} 打开本站`
    : '本站用 IP 地址访问，不能用通行密钥';
};

/** Returns the relying party for this origin. @throws 409 when passkeys are not available here */
export const requireRelyingParty = (ctx: Context, site: string): RelyingParty => {
  const place = findRelyingParty(ctx, site);
  if (!place) throw createConflictError(explainPasskeysUnavailable(ctx));
  return place;
};
