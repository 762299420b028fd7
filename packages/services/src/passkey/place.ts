import { passkeyHosts } from '../account/ways-in.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';

/** Where passkeys are made and used: the host name they belong to, and the one origin that is believed. */
export type Place = { rpId: string; origin: string };

const IP = /^[\d.]+$|^\[/;

/**
 * Passkeys belong to the main host alone: one made under a software's own host would be worth nothing elsewhere, and
 * whoever holds a lapsed name could ask for it. A demo is looked at under `localhost`, too. An IP address has none.
 */
const getPlace = (ctx: Context, site: string): Place | null => {
  const { hostname, origin } = new URL(site);
  const isMain = origin === ctx.settings.publicUrl || hostname === 'localhost';
  return isMain && !IP.test(hostname) && passkeyHosts(ctx).includes(hostname)
    ? { rpId: hostname, origin }
    : null;
};

/** Why there are none at an address that is not the place. */
const whyNone = (ctx: Context): string => {
  const main = new URL(ctx.settings.publicUrl);
  if (!IP.test(main.hostname)) return `通行密钥只能在 ${main.host} 添加和使用`;
  return ctx.settings.mode === 'demo'
    ? `通行密钥不能用在 IP 地址上，请用 http://localhost:${main.port || '80'} 打开本站`
    : '本站用 IP 地址访问，不能用通行密钥';
};

/** @throws 409 where there are none */
export const requirePlace = (ctx: Context, site: string): Place => {
  const place = getPlace(ctx, site);
  if (!place) throw conflict(whyNone(ctx));
  return place;
};
