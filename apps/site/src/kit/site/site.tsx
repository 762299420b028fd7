import type { Client } from '@yunbiao/contract/client';
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

/** Alias of the software whose pages are below; set by the software's layout. */
export const AliasReact = createContext('');
export const useAlias = (): string => useContext(AliasReact);

/** The API, speaking for the software whose page this is. */
export const useApi = (): Client => {
  const site = useSite();
  const alias = useAlias();
  return useMemo(() => site.api(alias), [site, alias]);
};

/** A field of the session; pick one value, not a new object. */
export const useSession = <P,>(pick: (session: Session) => P): P =>
  useStore(useSite().stores.session, pick);
export const useDictionary = <P,>(pick: (dictionary: Dictionary) => P): P =>
  useStore(useSite().stores.dictionary, pick);
