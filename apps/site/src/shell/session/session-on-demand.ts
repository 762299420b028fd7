import { SESSION_INVALID } from '@yunbiao/contract/envelope';
import type { AccountFormName, SessionActions } from '../../kit/site/session-actions.ts';
import type { SessionDeps } from './session.ts';

/**
 * The session's acts, fetched with the first that is needed: an anonymous visitor's first page needs none of them. Acts
 * keep their order. A failed fetch is the bundler's `vite:preloadError`; the next act tries again.
 */
export const sessionOnDemand = (deps: SessionDeps): SessionActions => {
  let actions: SessionActions | undefined;
  let loading: Promise<SessionActions> | undefined;
  const load = (): Promise<SessionActions> =>
    (loading ??= import('./session.ts').then(
      ({ createSession }) => (actions ??= createSession(deps)),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  const { session: store } = deps.stores;
  const show = (showLogin: boolean): void =>
    store.set((now) => ({ ...now, showLogin, loginRegDialogScene: 1 }));
  let first: AccountFormName = 'login';
  /** At once when it is here. */
  const act = (run: (session: SessionActions) => void): void => {
    if (actions) run(actions);
    else
      load().then(run, () => {
        show(false);
        deps.onUnavailable?.();
      });
  };
  return {
    openLogin: (to, form = 'login') => {
      // The dialog is fetched beside these acts, not after them.
      first = form;
      show(true);
      act((session) => session.openLogin(to, form));
    },
    firstForm: () => actions?.firstForm() ?? first,
    closeLogin: () => act((session) => session.closeLogin()),
    setScene: (scene) => act((session) => session.setScene(scene)),
    signIn: async (...args) => (await load()).signIn(...args),
    logout: async (...args) => (await load()).logout(...args),
    ensure: async () =>
      deps.stores.session.get().isLogin ||
      (deps.stores.session.get().token !== '' && (await load()).ensure()),
    start: () => {
      let stop: (() => void) | undefined;
      let stopped = false;
      act((session) => {
        if (!stopped) stop = session.start();
      });
      return () => {
        stopped = true;
        stop?.();
      };
    },
    onReply: (name, reply, sentToken) => {
      if (reply.code === SESSION_INVALID) act((session) => session.onReply(name, reply, sentToken));
    },
  };
};
