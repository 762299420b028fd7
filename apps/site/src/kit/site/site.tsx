import type { Client } from '@yunbiao/contract/api/client';
import { useStore } from '@yunbiao/ui/store.ts';
import { createContext, useContext, useMemo } from 'react';
import type { SiteContext } from './context.ts';
import type { Dictionary, Session } from './stores.ts';

export const SiteReact = createContext<SiteContext | null>(null);

export const useSite = (): SiteContext => {
  const site = useContext(SiteReact);
  if (!site) throw new Error('the page is rendered outside of the site');
  return site;
};

/** Alias of the current software; set by the layout of the software. */
export const AliasContext = createContext('');
export const useSoftwareAlias = (): string => useContext(AliasContext);

/** API client for the software of this page. */
export const useApi = (): Client => {
  const site = useSite();
  const alias = useSoftwareAlias();
  return useMemo(() => site.createApi(alias), [site, alias]);
};

/** Selects a value of the session; `pick` must not create a new object. */
export const useSession = <P,>(pick: (session: Session) => P): P =>
  useStore(useSite().stores.session, pick);
export const useDictionary = <P,>(pick: (dictionary: Dictionary) => P): P =>
  useStore(useSite().stores.dictionary, pick);
