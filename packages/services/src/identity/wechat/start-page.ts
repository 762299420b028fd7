import { generateSecret, type Origin, type SignedIn, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import type { WechatMethod } from '../../platform/wechat-vendor.ts';
import {
  storePendingSignIn,
  resolveBrowserSecret,
  type Purpose,
  requireWechatSignIn,
} from './pending-sign-in.ts';

/** Caller of a WeChat sign-in: browser, host and session. */
export type WechatCaller = {
  origin: Origin;
  /** Origin of the page, `https://host`. */
  site: string;
  /** The secret in the browser's cookie; empty when absent. */
  browser: string;
  signedIn: SignedIn | null;
};

/** The only redirect URL; its host is registered with WeChat. */
const buildReturnUrl = (site: string, nonce: string): string => {
  const url = new URL('/', site);
  url.searchParams.set('login', 'wx');
  url.searchParams.set('n', nonce);
  return url.href;
};

type StartRequest = { way: WechatMethod; purpose: Purpose; to: string; caller: WechatCaller };

/**
 * Starts a sign-in on WeChat's page. `browser` is a secret for this browser's cookie; the redirect
 * is accepted only with it.
 * @throws 404 when the method is not available
 */
export const startWechatPageSignIn = async (
  ctx: Context,
  { way, purpose, to, caller }: StartRequest,
) => {
  const wechat = requireWechatSignIn(ctx);
  const nonce = generateSecret();
  const back = buildReturnUrl(ctx.settings.publicUrl, nonce);
  const page = wechat.getPage(way, back);
  if (!page) throw createNotFoundError('这种微信登录未开通');
  const browser = await resolveBrowserSecret(ctx, caller.browser);
  const { signedIn } = caller;
  await storePendingSignIn(
    ctx,
    {
      way,
      purpose,
      key_hash: computeSha256(nonce),
      browser_hash: computeSha256(browser),
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
