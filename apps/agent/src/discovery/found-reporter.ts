import type { FoundMessage } from '@yunbiao/contract/gateway/discovery';
import { MAX_DISCOVERED_PRINTERS } from '@yunbiao/contract/limits/client';
import type { SearchResult } from './follow-moves.ts';
import { toFoundPrinter } from './to-found-printer.ts';
import { formatHostPort, listAddressesAwaitingConfirmation } from './typed-addresses.ts';

/** Interval to resend an unchanged list, ms: the server stores when a printer was last seen. */
const REPORT_INTERVAL_MS = 5 * 60_000;

/** Reports the discovered printers to the server while it wants them. */
export type FoundReporter = {
  /** Reports now and after every change. */
  start: () => void;
  stop: () => void;
  /** Sends the list if it has changed, or was not sent for a while. */
  reportChanges: () => void;
  /** Reports nothing any more. */
  close: () => void;
};

const NO_REPORT = { text: '', at: 0 };

const buildFoundMessage = (
  home: string,
  pairs: SearchResult['pairs'],
  now: number,
): FoundMessage => ({
  type: 'found',
  printers: pairs
    .slice(0, MAX_DISCOVERED_PRINTERS)
    .map(({ found, record }) => toFoundPrinter(found, record, now)),
  addresses: listAddressesAwaitingConfirmation(home).map((address) => ({
    id: address.id,
    text: formatHostPort(address),
  })),
});

export const createDiscoveryReporter = (
  home: string,
  listPairs: () => SearchResult['pairs'],
  send: (message: FoundMessage) => void,
): FoundReporter => {
  let isReporting = false;
  let isClosed = false;
  let lastReport = NO_REPORT;
  const reportChanges = (): void => {
    if (!isReporting || isClosed) return;
    const message = buildFoundMessage(home, listPairs(), Date.now());
    const text = JSON.stringify(message);
    // Date.now() would jump when the user sets the clock.
    if (text === lastReport.text && performance.now() - lastReport.at < REPORT_INTERVAL_MS) return;
    lastReport = { text, at: performance.now() };
    send(message);
  };
  return {
    start: () => {
      isReporting = true;
      lastReport = NO_REPORT;
      reportChanges();
    },
    stop: () => {
      isReporting = false;
    },
    reportChanges,
    close: () => {
      isClosed = true;
    },
  };
};
