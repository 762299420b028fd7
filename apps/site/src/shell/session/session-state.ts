import type { Client } from '@yunbiao/contract/api/client';
import type { AccountFormName } from '../../kit/site/session-actions.ts';
import { ANONYMOUS, type Session, type SiteStores } from '../../kit/site/stores.ts';
import { clearToken } from './token.ts';

export type SessionDeps = {
  stores: SiteStores;
  getApi: () => Client;
  /** Navigates to a path of this site. */
  navigate: (path: string) => Promise<void> | void;
  /** Path of the latest requested page. */
  getTargetPath: () => string;
  /** Path of the displayed page; differs from the target path during navigation. */
  getShownPath: () => string;
  /** Reloads all data of the page before it is displayed. */
  reload: () => Promise<void>;
  /** Clears data of former pages and keeps the current page. */
  clearPageData: () => void;
  /** Called when the session code could not be loaded. */
  onUnavailable?: () => void;
};

/** Messages between tabs: `out` removes drafts, `expired` keeps them for the same member. */
export type TabMessage = 'in' | 'out' | 'expired';

/** What the session actions remember beside the stores. */
export type SessionState = {
  deps: SessionDeps;
  /** Connects the tabs of the site; absent until the session has started. */
  channel: BroadcastChannel | undefined;
  /**
   * Target after signing in: from the page that opened the dialog, or the page of the expired
   * session.
   */
  targetPath: string | null;
  /** Initial form of the dialog. */
  firstForm: AccountFormName;
  /** The running check of a token. */
  tokenCheck: { token: string; answer: Promise<boolean> } | undefined;
};

export const patchSession = ({ deps }: SessionState, part: Partial<Session>): void =>
  deps.stores.session.set((now) => ({ ...now, ...part }));

/** Removes the token and signs out, and leaves the login dialog as it is. */
export const clearSession = ({ deps }: SessionState): void => {
  clearToken();
  deps.stores.session.set((now) => ({
    ...ANONYMOUS,
    showLogin: now.showLogin,
    loginRegDialogScene: now.loginRegDialogScene,
  }));
};

export const broadcastToTabs = ({ channel }: SessionState, message: TabMessage): void =>
  channel?.postMessage(message);
