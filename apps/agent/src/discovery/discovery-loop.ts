import { watchFile, unwatchFile } from 'node:fs';
import type { FoundMessage } from '@yunbiao/contract/gateway/discovery';
import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import { getErrorMessage } from '../errors.ts';
import type { PrinterSettings } from '../settings.ts';
import { getAddressesPath } from './typed-addresses.ts';
import { createDiscoveryReporter } from './found-reporter.ts';
import type { Finder, Sighting } from './finder.ts';
import { detectPrinterMoves } from './follow-moves.ts';
import type { Move, SearchResult } from './follow-moves.ts';
import { mergeSightings } from './merge-sightings.ts';
import type { DiscoveredPrinter } from './merge-sightings.ts';
import { openDiscoveryRecords } from './records.ts';
import type { FoundRecord, Records } from './records.ts';

/** Search interval, ms. */
const SEARCH_INTERVAL_MS = 60_000;
/** Timeout per finder, ms: a slow one must not delay the others. */
const FINDER_TIMEOUT_MS = 15_000;
const MAX_SIGHTINGS = 200;

export type DiscoveryLoop = {
  /** Starts reporting to the server. */
  startReporting: () => void;
  /** Stops reporting: the connection is closed. */
  stopReporting: () => void;
  /** Searches now. Resolves after the search and its report. */
  search: () => Promise<void>;
  /** Finds a printer of the last search by its record id. */
  find: (id: string) => { found: DiscoveredPrinter; record: FoundRecord } | undefined;
  /** Records that this is a printer of the settings. */
  link: (id: string, localId: string) => void;
  stop: () => void;
};

type Deps = {
  home: string;
  finders: readonly Finder[];
  listPrinters: () => readonly PrinterSettings[];
  /** Whether the printer is unreachable at its address. */
  isAway: (localId: string) => boolean;
  /** Called with printers of the settings that have moved. */
  onMoves: (moves: readonly Move[]) => void;
  send: (message: FoundMessage) => void;
  say: (line: string) => void;
};

/** Searches with all finders. A failing finder contributes nothing and reports each error once. */
const createSearchWithAllFinders = (finders: readonly Finder[], log: (line: string) => void) => {
  const lastErrors = new Map<string, string>();
  const searchWithFinder = async (finder: Finder): Promise<readonly Sighting[] | null> => {
    try {
      const sightings = await finder.find(AbortSignal.timeout(FINDER_TIMEOUT_MS));
      lastErrors.delete(finder.name);
      return sightings;
    } catch (error) {
      const errorText = getErrorMessage(error);
      if (lastErrors.get(finder.name) !== errorText) log(`找打印机：${finder.name}：${errorText}`);
      lastErrors.set(finder.name, errorText);
      return null;
    }
  };
  return async (): Promise<{ sightings: Sighting[]; kinds: ReadonlySet<PlaceKind> }> => {
    const answers = await Promise.all(
      finders.map(async (finder) => ({ finder, seen: await searchWithFinder(finder) })),
    );
    const successes = answers.filter(({ seen }) => seen !== null);
    return {
      sightings: successes.flatMap(({ seen }) => seen ?? []).slice(0, MAX_SIGHTINGS),
      kinds: new Set(successes.flatMap(({ finder }) => finder.kinds)),
    };
  };
};

const pairPrintersWithRecords = (
  records: Records,
  printers: readonly DiscoveredPrinter[],
): SearchResult['pairs'] => {
  const ownRecords = records.match(printers, Date.now());
  return printers.flatMap((printer, i) => {
    const record = ownRecords[i];
    return record ? [{ found: printer, record }] : [];
  });
};

/** Applies a change of a record to its pair. The other pairs keep their identity. */
const replaceRecordInPairs = (
  pairs: SearchResult['pairs'],
  id: string,
  change: Pick<FoundRecord, 'localId' | 'moved'>,
): SearchResult['pairs'] =>
  pairs.map((pair) =>
    pair.record.id === id ? { ...pair, record: { ...pair.record, ...change } } : pair,
  );

/** Runs one task at a time. A call during a run starts another one after it. */
const createNonOverlappingTask = (task: () => Promise<void>) => {
  let pending: Promise<void> | null = null;
  return {
    run: (): Promise<void> => {
      const next = (pending ?? Promise.resolve()).then(task).finally(() => {
        if (pending === next) pending = null;
      });
      pending = next;
      return next;
    },
    isRunning: () => pending !== null,
  };
};

/**
 * Searches periodically for printers around this machine, reports them to the server and detects
 * moved printers.
 */
export const startDiscoveryLoop = (deps: Deps): DiscoveryLoop => {
  const { home, listPrinters } = deps;
  const records = openDiscoveryRecords(home);
  const searchAll = createSearchWithAllFinders(deps.finders, deps.say);
  let pairs: SearchResult['pairs'] = [];
  let stopped = false;

  const reporter = createDiscoveryReporter(home, () => pairs, deps.send);
  const searchPrintersOnce = async (): Promise<void> => {
    const { sightings, kinds } = await searchAll();
    if (stopped) return;
    const mergedSightings = mergeSightings(sightings, records.isKnownHost);
    pairs = pairPrintersWithRecords(records, mergedSightings);
    const moves = detectPrinterMoves({ pairs, kinds }, listPrinters(), records, deps.isAway);
    for (const { recordId, localId, from } of moves)
      records.update(recordId, { localId, moved: { from, at: Date.now() } });
    // Again, so that pairs contain the updated records.
    pairs = pairPrintersWithRecords(records, mergedSightings);
    records.save();
    if (moves.length > 0) deps.onMoves(moves);
    reporter.reportChanges();
  };
  const { run: search, isRunning: isSearching } = createNonOverlappingTask(searchPrintersOnce);
  const searchPrintersQuietly = (): void => {
    search().catch((error: unknown) => deps.say(`找打印机：${getErrorMessage(error)}`));
  };

  const timer = setInterval(() => {
    if (!isSearching()) searchPrintersQuietly();
  }, SEARCH_INTERVAL_MS);
  watchFile(getAddressesPath(home), { interval: 500 }, searchPrintersQuietly);
  searchPrintersQuietly();
  return {
    startReporting: reporter.start,
    stopReporting: reporter.stop,
    search,
    find: (id) => pairs.find(({ record }) => record.id === id),
    link: (id, localId) => {
      const change = { localId, moved: null };
      records.update(id, change);
      pairs = replaceRecordInPairs(pairs, id, change);
      records.save();
      reporter.reportChanges();
    },
    stop: () => {
      stopped = true;
      reporter.close();
      clearInterval(timer);
      unwatchFile(getAddressesPath(home));
    },
  };
};
