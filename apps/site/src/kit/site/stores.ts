import type { CallOutput } from '@yunbiao/contract';
import { createStore, type Store } from '@yunbiao/ui/store.ts';

/** Fields of a software that all pages need. Loaders request further fields. */
export type Software = Pick<
  CallOutput<'curSoftware'>,
  'id' | 'alias' | 'domain' | 'name' | 'state' | 'suspended'
>;
export type UserInfo = CallOutput<'getInfo'>;
export type Common = CallOutput<'common'>;

/** Field names are fixed in docs/promises.md. */
export type Shared = {
  /** Alias (or domain) of the current software; '' outside a software. */
  domain: string;
  software: Software | null;
};

/** Field names are fixed in docs/promises.md. */
export type Session = {
  token: string;
  userInfo: UserInfo | null;
  showLogin: boolean;
  /** True when the dialog is open because the session expired. */
  showReLogin: boolean;
  loginQrCodeUrl: string;
  /** 1: account, 2: WeChat. */
  loginRegDialogScene: 1 | 2;
  loginQrcodeLoading: boolean;
  isLogin: boolean;
};

export type DictEntry = { label: string; value: string };
export type Dict = Record<string, DictEntry[]>;

/** Entries by dict type (docs/promises.md); `bizDict` belongs to the software. */
export type Dictionary = { dict: Dict; bizDict: Dict };

/** Change of the member, or sign-out, while the page is open. */
export type MemberChange = {
  /**
   * Incremented at each change. Components of the former member are recreated and running requests
   * are discarded.
   */
  turn: number;
  /** True while the page data may still belong to the former member. */
  isUnderWay: boolean;
};

export type SiteStores = {
  shared: Store<Shared>;
  session: Store<Session>;
  dictionary: Store<Dictionary>;
  handover: Store<MemberChange>;
};

export const ANONYMOUS: Session = {
  token: '',
  userInfo: null,
  showLogin: false,
  showReLogin: false,
  loginQrCodeUrl: '',
  loginRegDialogScene: 1,
  loginQrcodeLoading: false,
  isLogin: false,
};

/** One set per browser page and one per server request, so that no data leaks between visitors. */
export const createVisitorStores = (): SiteStores => ({
  shared: createStore<Shared>({ domain: '', software: null }),
  session: createStore<Session>(ANONYMOUS),
  dictionary: createStore<Dictionary>({ dict: {}, bizDict: {} }),
  handover: createStore<MemberChange>({ turn: 0, isUnderWay: false }),
});
