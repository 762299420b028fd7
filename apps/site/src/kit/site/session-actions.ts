import type { CallName } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { UserInfo } from './stores.ts';

/** The two forms of scene 1 of the dialog. */
export type AccountFormName = 'login' | 'register';

/** Session actions for all pages, implemented in `shell/session/`. */
export type SessionActions = {
  /**
   * Opens the login dialog. `to`: target after signing in, unless a form on the page has unsent
   * input. `form`: initial form.
   */
  openLogin: (to?: string, form?: AccountFormName) => void;
  /** Initial form of the dialog. */
  getFirstForm: () => AccountFormName;
  closeLogin: () => void;
  setScene: (scene: 1 | 2) => void;
  /** Call after a successful login or registration. */
  signIn: (signedIn: { token: string; userInfo: UserInfo }, remember: boolean) => Promise<void>;
  logout: (options?: { ask?: boolean }) => Promise<void>;
  /** Checks for a valid session. Asks the server when only a token is known. */
  ensureSession: () => Promise<boolean>;
  /**
   * Restores the session from storage and synchronizes with other tabs. Call once after hydration.
   * Returns a function that stops it.
   */
  start: () => () => void;
  /** Call for each API reply. */
  onReply: (name: CallName, reply: Envelope<unknown>, sentToken: string) => void;
};
