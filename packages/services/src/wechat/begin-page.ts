import { newSecret, type Origin, type SignedIn, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WechatWays } from '../wechat-vendor.ts';
import { begin, browserSecret, type Purpose, requireWechat } from './under-way.ts';

/** Who asks, from which browser and under which of our host names. */
export type WechatCaller = {
  origin: Origin;
  /** `https://host` the page has. */
  site: string;
  /** What the browser keeps in its cookie; '' when nothing. */
  browser: string;
  signedIn: SignedIn | null;
};

/** The one page that sign-ins come back to; what WeChat registered is this host. */
const returnAddress = (site: string, nonce: string): string => {
  const url = new URL('/', site);
  url.searchParams.set('login', 'wx');
  url.searchParams.set('n', nonce);
  return url.href;
};

type Begun = { way: WechatWays; purpose: Purpose; to: string; caller: WechatCaller };

/**
 * Begins on WeChat's own page. `browser` is what this browser is to keep: only there the way back leads in.
 * @throws 404 when that way is not open
 */
export const beginOnPage = async (ctx: Context, { way, purpose, to, caller }: Begun) => {
  const wechat = requireWechat(ctx);
  const nonce = newSecret();
  const back = returnAddress(ctx.settings.publicUrl, nonce);
  const page = wechat.getPage(way, back);
  if (!page) throw notFound('这种微信登录未开通');
  const browser = await browserSecret(ctx, caller.browser);
  const { signedIn } = caller;
  await begin(
    ctx,
    {
      way,
      purpose,
      key_hash: sha256(nonce),
      browser_hash: sha256(browser),
      origin: caller.site,
      to_path: to,
      member_id: purpose === 'login' ? null : (signedIn?.member.id ?? null),
      session_id: purpose === 'login' ? null : (signedIn?.sessionId ?? null),
    },
    caller.origin,
  );
  const embed = page.embed && { ...page.embed, redirectUri: back };
  return { url: page.url, embed, browser };
};
