import type { SessionActions } from '../../kit/site/session-actions.ts';
import type { SiteStores } from '../../kit/site/stores.ts';

const throwSessionReadOnly = (): never => {
  throw new Error('sessions change in the browser only');
};

/** Session during rendering. It was resolved before the router started. */
export const createServerSession = (stores: SiteStores): SessionActions => ({
  openLogin: throwSessionReadOnly,
  getFirstForm: throwSessionReadOnly,
  closeLogin: throwSessionReadOnly,
  setScene: throwSessionReadOnly,
  signIn: throwSessionReadOnly,
  logout: throwSessionReadOnly,
  start: throwSessionReadOnly,
  onReply: () => undefined,
  ensureSession: () => Promise.resolve(stores.session.get().isLogin),
});
