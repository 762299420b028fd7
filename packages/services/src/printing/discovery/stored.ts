import type { FoundMessage, FoundPrinter } from '@yunbiao/contract/gateway/discovery';

/** A discovered printer in storage format, with the time it was last seen. */
export type StoredDiscovery = FoundPrinter & {
  /** Epoch ms. */
  lastSeenAt: number;
};

export type StoredAddress = FoundMessage['addresses'][number];

/**
 * Parses stored printers. The column is written only by `saveDiscoveredPrinters`, so it is not
 * validated.
 */
export const parseDiscoveredPrinters = (printers: string): StoredDiscovery[] =>
  JSON.parse(printers) as StoredDiscovery[];
export const parseDiscoveredAddresses = (addresses: string): StoredAddress[] =>
  JSON.parse(addresses) as StoredAddress[];
