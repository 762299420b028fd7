import type { FoundMessage, FoundPrinter } from '@yunbiao/contract/found';

/** A found printer as it is kept, with when it was seen last. */
export type StoredFound = FoundPrinter & {
  /** Epoch ms. */
  lastSeenAt: number;
};

export type StoredAddress = FoundMessage['addresses'][number];

/** What was written by `saveFound`; the columns are ours alone. */
export const readFound = (printers: string): StoredFound[] => JSON.parse(printers) as StoredFound[];
export const readAddresses = (addresses: string): StoredAddress[] =>
  JSON.parse(addresses) as StoredAddress[];
