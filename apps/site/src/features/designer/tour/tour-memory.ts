import { readLocalItem, storeLocalItem } from '../../../kit/site/local-storage.ts';

/**
 * The tour was finished or skipped in this browser. Without storage it stays away: it could not be
 * dismissed for good.
 */
export const isTourDone = (): boolean => readLocalItem('tourDone') !== null;

export const storeTourDone = (): void => storeLocalItem('tourDone', 'done');
