import { SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import type { AccountFormName, SessionActions } from '../../kit/site/session-actions.ts';
import type { SessionDeps } from './session-state.ts';

/** Loads the session actions once. `getActions` returns undefined before. */
const createSessionLoader = (deps: SessionDeps) => {
  let actions: SessionActions | undefined;
  let loading: Promise<SessionActions> | undefined;
  return {
    getActions: () => actions,
    loadActions: (): Promise<SessionActions> =>
      (loading ??= import('./session.ts').then(
        ({ createSessionActions: createSession }) => (actions ??= createSession(deps)),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
};

/**
 * Loads the session actions on first use, because anonymous visitors do not need them on the first
 * page. Keeps the order of actions. A loading failure emits `vite:preloadError`; the next action
 * tries again.
 */
export const createLazySession = (deps: SessionDeps): SessionActions => {
  const { getActions, loadActions } = createSessionLoader(deps);
  const { session: store } = deps.stores;
  const setLoginShown = (showLogin: boolean): void =>
    store.set((now) => ({ ...now, showLogin, loginRegDialogScene: 1 }));
  let first: AccountFormName = 'login';
  /** Runs synchronously when the session is loaded. */
  const runWhenLoaded = (run: (session: SessionActions) => void): void => {
    const actions = getActions();
    if (actions) run(actions);
    else
      loadActions().then(run, () => {
        setLoginShown(false);
        deps.onUnavailable?.();
      });
  };
  return {
    openLogin: (to, form = 'login') => {
      // Load the dialog in parallel with the session actions.
      first = form;
      setLoginShown(true);
      runWhenLoaded((session) => session.openLogin(to, form));
    },
    getFirstForm: () => getActions()?.getFirstForm() ?? first,
    closeLogin: () => runWhenLoaded((session) => session.closeLogin()),
    setScene: (scene) => runWhenLoaded((session) => session.setScene(scene)),
    signIn: async (...args) => (await loadActions()).signIn(...args),
    logout: async (...args) => (await loadActions()).logout(...args),
    ensureSession: async () =>
      deps.stores.session.get().isLogin ||
      (deps.stores.session.get().token !== '' && (await loadActions()).ensureSession()),
    start: () => {
      let stop: (() => void) | undefined;
      let stopped = false;
      runWhenLoaded((session) => {
        if (!stopped) stop = session.start();
      });
      return () => {
        stopped = true;
        stop?.();
      };
    },
    onReply: (name, reply, sentToken) => {
      if (reply.code === SESSION_INVALID)
        runWhenLoaded((session) => session.onReply(name, reply, sentToken));
    },
  };
};
