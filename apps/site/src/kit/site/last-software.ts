import { useBrowserValue } from './browser-value.ts';
import { readLocalItem, storeLocalItem } from './local-storage.ts';

const readLastSoftware = (): string => readLocalItem('lastSoftware') ?? '';

/** Remembers the software that a member of this browser used last, by its alias. */
export const storeLastSoftware = (alias: string): void => storeLocalItem('lastSoftware', alias);

/** Alias of the software used last; '' on the server and during hydration. */
export const useLastSoftwareAlias = (): string => useBrowserValue(readLastSoftware, '');
