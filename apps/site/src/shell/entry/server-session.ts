import type { SessionActions } from '../../kit/site/session-actions.ts';
import type { SiteStores } from '../../kit/site/stores.ts';

const refuse = (): never => {
  throw new Error('sessions change in the browser only');
};

/** While rendering: the session was settled before the router started. */
export const serverSession = (stores: SiteStores): SessionActions => ({
  openLogin: refuse,
  firstForm: refuse,
  closeLogin: refuse,
  setScene: refuse,
  signIn: refuse,
  logout: refuse,
  start: refuse,
  onReply: () => undefined,
  ensure: () => Promise.resolve(stores.session.get().isLogin),
});
