import type { Client } from '@yunbiao/contract/client';
import { SESSION_INVALID } from '@yunbiao/contract/envelope';
import { confirm } from '@yunbiao/ui/ask.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { dropDraftsHere, dropDrafts, dropEndedDrafts } from '../../kit/form/drafts.ts';
import { isWriting } from '../../kit/form/writing.ts';
import { handOver } from './handover.ts';
import { ownPath } from './own-path.ts';
import type { AccountFormName, SessionActions } from '../../kit/site/session-actions.ts';
import { ANONYMOUS, type SiteStores } from '../../kit/site/stores.ts';
import { bindKeptShareCode } from './share-code.ts';
import { forgetToken, restoreToken, saveToken } from './token.ts';

/** From the token's arrival to the signed-in session (docs/promises.md). */
export const LOGIN_DELAY_MS = 500;

export type SessionDeps = {
  stores: SiteStores;
  api: () => Client;
  /** Goes to an own path. */
  navigate: (path: string) => Promise<void> | void;
  /** The own path asked for last. */
  here: () => string;
  /** The own path in view; another than `here` while the next page is on its way. */
  shown: () => string;
  /** Gets the data of the page again, all of it, before it is shown. */
  reload: () => Promise<void>;
  /** Drops the data of pages that were in view before; the one that is stays. */
  forget: () => void;
  /** The session's code could not be fetched. */
  onUnavailable?: () => void;
};

const CHANNEL = 'session';
/** What one tab tells the others: with `out` what was typed goes, with `expired` it waits for the same member. */
type Word = 'in' | 'out' | 'expired';
/** Until a cookie written in one tab is seen in another. */
const COOKIE_LAG_MS = 500;
/** What the page shows is this member's own, or may be: a stored template. Addresses are read in any case. */
const isOwn = (path: string): boolean =>
  /(^|\/)(user|denied)(\/|$|\?)|\/tools\/design-\d/i.test(path);

/** Signing in and out, with the effects docs/promises.md fixes. Browser only. */
export const createSession = (deps: SessionDeps): SessionActions => {
  const { session } = deps.stores;
  const patch = (part: Partial<typeof ANONYMOUS>): void =>
    session.set((now) => ({ ...now, ...part }));
  let channel: BroadcastChannel | undefined;
  const tell = (word: Word): void => channel?.postMessage(word);
  // Where to go after signing in: the page that asked for it, or the one an expired session was thrown out of.
  let after: string | null = null;
  let first: AccountFormName = 'login';
  let asking: { token: string; answer: Promise<boolean> } | undefined;

  const clear = (): void => {
    forgetToken();
    session.set((now) => ({
      ...ANONYMOUS,
      showLogin: now.showLogin,
      loginRegDialogScene: now.loginRegDialogScene,
    }));
  };

  const expire = (): void => {
    after = ownPath(deps.here());
    clear();
    tell('expired');
    toast.error('登录过期，请重新登录');
    patch({ showLogin: true, showReLogin: true, loginRegDialogScene: 1 });
    void deps.navigate('/');
  };

  const onReply: SessionActions['onReply'] = (name, reply, sentToken) => {
    if (reply.code !== SESSION_INVALID) return;
    // A late answer to a token that was replaced meanwhile says nothing about the new one.
    if (sentToken !== session.get().token) return;
    // Another tab has replaced it: that one is not to be thrown away with the old.
    if (sentToken && ![sentToken, ''].includes(restoreToken())) return follow();
    if (name === 'getInfo') clear();
    else if (sentToken) expire();
    else patch({ showLogin: true });
  };

  const ask = async (token: string): Promise<boolean> => {
    const reply = await deps.api().call('getInfo', {});
    if (reply.state === 'ok' && session.get().token === token)
      patch({ userInfo: reply.data, isLogin: true });
    return session.get().isLogin;
  };
  const ensure = async (): Promise<boolean> => {
    const { isLogin, token } = session.get();
    if (isLogin || !token) return isLogin;
    if (asking?.token !== token) asking = { token, answer: ask(token) };
    const mine = asking;
    try {
      return await mine.answer;
    } finally {
      if (asking === mine) asking = undefined;
    }
  };

  /** Another is signed in from now on, or nobody; `bring` gets what the page shows then. */
  const giveWay = (token: string, bring: () => Promise<unknown>): Promise<void> => {
    after = null;
    return handOver(deps.stores, { token, bring, forget: deps.forget });
  };
  const inOwn = (): boolean => isOwn(deps.here()) || isOwn(deps.shown());

  const signedOutElsewhere = (): void => {
    if (!session.get().token) return;
    void giveWay('', async () => inOwn() && deps.navigate('/'));
  };

  /** Another tab signed in or out, or the cookie is gone: be what the browser now holds. */
  const follow = (): void => {
    const held = restoreToken();
    const { token } = session.get();
    if (held === token) return;
    if (!held) return signedOutElsewhere();
    if (token)
      return void giveWay(held, async () => {
        await ensure();
        if (inOwn()) await deps.reload();
      });
    // Whoever was here before, and had expired, is not waited for any more.
    after = null;
    deps.forget();
    session.set({ ...ANONYMOUS, token: held });
    void ensure();
  };

  const start = (): (() => void) => {
    dropEndedDrafts();
    follow();
    const { token, isLogin } = session.get();
    if (token && !isLogin) void ensure();
    else if (!token && isLogin) session.set(ANONYMOUS);
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      // A message overtakes the cookie it tells of: signing out is believed, signing in is looked for again.
      const member = session.get().userInfo?.id;
      if (data === 'out') {
        if (member) dropDraftsHere(member);
        dropEndedDrafts();
      }
      if (data === 'out' || data === 'expired') return signedOutElsewhere();
      follow();
      setTimeout(follow, COOKIE_LAG_MS);
    };
    const onVisible = (): void => {
      if (document.visibilityState !== 'visible') return;
      dropEndedDrafts();
      follow();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      channel?.close();
      channel = undefined;
      document.removeEventListener('visibilitychange', onVisible);
    };
  };

  return {
    openLogin: (to, form = 'login') => {
      // Nobody is led away from what they are writing.
      after = (isWriting() ? null : ownPath(to)) ?? after;
      first = form;
      patch({ showLogin: true, loginRegDialogScene: 1 });
    },
    firstForm: () => first,
    closeLogin: () => {
      after = null;
      first = 'login';
      patch({ showLogin: false, showReLogin: false });
    },
    setScene: (scene) => patch({ loginRegDialogScene: scene }),
    signIn: async ({ token, userInfo }, remember) => {
      saveToken(token, remember);
      patch({ token });
      await new Promise((resolve) => setTimeout(resolve, LOGIN_DELAY_MS));
      if (session.get().token !== token) return;
      const to = after;
      after = null;
      // Whoever was signed in before has left his pages behind, ready to be shown again.
      deps.forget();
      patch({ userInfo, isLogin: true, showLogin: false, showReLogin: false });
      tell('in');
      const { leavingAt } = userInfo;
      if (leavingAt !== null)
        void import('./ask-to-stay.ts').then(({ askToStay }) =>
          askToStay(leavingAt, deps.api(), session),
        );
      void bindKeptShareCode(deps.api(), userInfo, (bound) => {
        if (session.get().token === token) patch({ userInfo: bound });
      });
      if (to) await deps.navigate(to);
    },
    logout: async (options = {}) => {
      const sure =
        !options.ask ||
        (await confirm({
          title: '系统提示',
          message: '确定要退出登录吗？',
          confirmText: '确定',
          cancelText: '取消',
        }));
      if (!sure) return;
      // The token ends here even when the server cannot be told: it expires there by itself.
      const ending = deps.api().call('logout', {});
      const member = session.get().userInfo?.id;
      if (member) dropDrafts(member);
      forgetToken();
      tell('out');
      await Promise.all([ending, giveWay('', async () => deps.navigate('/'))]);
    },
    ensure,
    start,
    onReply,
  };
};
