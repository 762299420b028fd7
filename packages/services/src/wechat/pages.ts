import { type CallOutput, type CallParsed, WECHAT_STATE } from '@yunbiao/contract';
import type { Origin } from '../account/session.ts';
import { newSecret, type SignedIn, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { forbidden, notFound, sessionInvalid } from '../errors.ts';
import { iso } from '../time.ts';
import { bindTo, signInAs } from './account.ts';
import { begin, browserSecret, isOver, move, over, requireWechat, underWay } from './under-way.ts';
import type { UnderWay } from './under-way.ts';
import type { WechatPages } from '../wechat-vendor.ts';

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
const returnAddress = (site: string, path: string, nonce: string): URL => {
  const url = new URL(site);
  const [before = '/', hash = ''] = path.split('#', 2);
  const [pathname = '/', search = ''] = before.split('?', 2);
  url.pathname = pathname;
  url.search = search;
  url.hash = hash;
  url.searchParams.set('login', 'wx');
  url.searchParams.set('n', nonce);
  return url;
};

/**
 * Begins on WeChat's own page. `browser` is what this browser is to keep: only there the way back leads in.
 * @throws 404 when that way is not open, -9999 to bind without a session
 */
export const wechatStart = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wechatStart'>;
  caller: WechatCaller;
}): Promise<CallOutput<'wechatStart'> & { browser: string }> => {
  const wechat = requireWechat(ctx);
  if (input.bind && !caller.signedIn) throw sessionInvalid();
  const nonce = newSecret();
  const back = returnAddress(ctx.settings.publicUrl, '/', nonce).href;
  const page = wechat.pageOf(input.way, back);
  if (!page) throw notFound('这种微信登录未开通');
  const browser = await browserSecret(ctx, caller.browser);
  const expiresAt = await begin(
    ctx,
    {
      way: input.way,
      purpose: input.bind ? 'bind' : 'login',
      key_hash: sha256(nonce),
      browser_hash: sha256(browser),
      origin: caller.site,
      to_path: input.to,
      member_id: input.bind ? (caller.signedIn?.member.id ?? null) : null,
    },
    caller.origin,
  );
  const embed = page.embed && { ...page.embed, redirectUri: back };
  return { url: page.url, embed, expiresAt: iso(expiresAt), browser };
};

type Came = CallOutput<'wxLogin'> & { device?: string };

/** Begun under another host name of ours: its cookie is there, and so the code has to be. */
const handOver = (row: UnderWay, { code, nonce }: CallParsed<'wxLogin'>): Came => {
  const to = returnAddress(row.origin, row.to_path, nonce);
  to.searchParams.set('code', code);
  to.searchParams.set('state', WECHAT_STATE);
  return { outcome: 'elsewhere', token: '', userInfo: null, to: to.href };
};

const checkBinder = (row: UnderWay, { signedIn }: WechatCaller): void => {
  if (row.purpose === 'bind' && signedIn?.member.id !== row.member_id)
    throw forbidden('登录的账号变了，请从个人资料里重新绑定');
};

/**
 * Back from WeChat with a code, which is exchanged once: a second return with it finds the way closed.
 * @throws 403 in another browser, 404, 409 when it is over, what WeChat answers
 */
export const wxLogin = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wxLogin'>;
  caller: WechatCaller;
}): Promise<Came> => {
  const wechat = requireWechat(ctx);
  const row = input.nonce ? await underWay(ctx.db.kysely, 'key_hash', input.nonce) : undefined;
  if (!row || row.way === 'scene' || isOver(ctx, row)) throw over();
  if (row.browser_hash !== sha256(caller.browser)) {
    if (row.origin !== caller.site) return handOver(row, input);
    throw forbidden('请在开始登录的那个浏览器里完成微信登录');
  }
  checkBinder(row, caller);
  if (!(await move(ctx.db.kysely, row, ['waiting'], { state: 'spent' }))) throw over();
  const person = await wechat.personOf(row.way as WechatPages, input.code);
  const first = (): Promise<void> => Promise.resolve();
  const to = row.to_path;
  if (row.purpose === 'bind' && row.member_id !== null) {
    const { address } = caller.origin;
    const userInfo = await bindTo({ ctx, memberId: row.member_id, person, address, first });
    return { outcome: 'bound', token: '', userInfo, to };
  }
  return { outcome: 'signedIn', to, ...(await signInAs(ctx, person, caller.origin, first)) };
};
