import { watchFile, unwatchFile } from 'node:fs';
import type { FoundMessage } from '@yunbiao/contract/found';
import { MAX_FOUND } from '@yunbiao/contract/limits/client';
import type { PlaceKind } from '@yunbiao/contract/printer-places';
import { getMessage } from '../errors.ts';
import type { PrinterSettings } from '../settings.ts';
import { addressesFile, addressText, waitingAddresses } from './addresses.ts';
import type { Finder, Sighting } from './finder.ts';
import { relate } from './follow.ts';
import type { Move, Sweep } from './follow.ts';
import { mergeSightings } from './merge.ts';
import type { Found } from './merge.ts';
import { presentFound } from './present.ts';
import { openRecords } from './records.ts';
import type { FoundRecord } from './records.ts';

/** A printer that is plugged in shows within this. */
const SWEEP_MS = 60_000;
/** Told again although nothing has changed: when it was seen last is kept by the server. */
const REPEAT_MS = 5 * 60_000;
/** No finder may keep the others' news back. */
const FINDER_MS = 15_000;
const MAX_SIGHTINGS = 200;

export type Lookout = {
  /** The server hears of what is found, from now on. */
  tell: () => void;
  /** The connection is gone. */
  hush: () => void;
  /** Looks around now; resolves when it has, and it is told. */
  search: () => Promise<void>;
  /** What was found last under an id. */
  find: (id: string) => { found: Found; record: FoundRecord } | undefined;
  /** A printer of the settings is this one. */
  link: (id: string, localId: string) => void;
  stop: () => void;
};

type Deps = {
  home: string;
  finders: readonly Finder[];
  printers: () => readonly PrinterSettings[];
  /** Nobody answers where the printer is. */
  isAway: (localId: string) => boolean;
  /** Printers of the settings that are elsewhere now. */
  onMoves: (moves: readonly Move[]) => void;
  send: (message: FoundMessage) => void;
  say: (line: string) => void;
};

/** What all finders see now. One that breaks costs nothing but what it would have seen, and says so once. */
const createSweeper = (finders: readonly Finder[], say: (line: string) => void) => {
  const complaints = new Map<string, string>();
  const ask = async (finder: Finder): Promise<readonly Sighting[] | null> => {
    try {
      const sightings = await finder.find(AbortSignal.timeout(FINDER_MS));
      complaints.delete(finder.name);
      return sightings;
    } catch (error) {
      const complaint = getMessage(error);
      if (complaints.get(finder.name) !== complaint) say(`找打印机：${finder.name}：${complaint}`);
      complaints.set(finder.name, complaint);
      return null;
    }
  };
  return async (): Promise<{ sightings: Sighting[]; kinds: ReadonlySet<PlaceKind> }> => {
    const answers = await Promise.all(
      finders.map(async (finder) => ({ finder, seen: await ask(finder) })),
    );
    const good = answers.filter(({ seen }) => seen !== null);
    return {
      sightings: good.flatMap(({ seen }) => seen ?? []).slice(0, MAX_SIGHTINGS),
      kinds: new Set(good.flatMap(({ finder }) => finder.kinds)),
    };
  };
};

/** Keeps looking for printers around this machine, tells the server of them, and notices where those in use have gone. */
export const startLookout = (deps: Deps): Lookout => {
  const { home, printers } = deps;
  const records = openRecords(home);
  const sweepNow = createSweeper(deps.finders, deps.say);
  let pairs: Sweep['pairs'] = [];
  let isHeard = false;
  let last = { text: '', at: 0 };
  let stopped = false;
  let sweeping: Promise<void> | null = null;

  const message = (now: number): FoundMessage => ({
    type: 'found',
    printers: pairs
      .slice(0, MAX_FOUND)
      .map(({ found, record }) => presentFound(found, record, now)),
    addresses: waitingAddresses(home).map((one) => ({ id: one.id, text: addressText(one) })),
  });
  const tellNews = (): void => {
    if (!isHeard || stopped) return;
    const now = Date.now();
    const next = message(now);
    const text = JSON.stringify(next);
    // Not by the clock of the wall, which somebody may set.
    if (text === last.text && performance.now() - last.at < REPEAT_MS) return;
    last = { text, at: performance.now() };
    deps.send(next);
  };
  /** Records change while they are related: pairs hold what they are now. */
  const refresh = (matched: readonly Found[]): void => {
    const own = records.match(matched, Date.now());
    pairs = matched.flatMap((found, i) => {
      const record = own[i];
      return record ? [{ found, record }] : [];
    });
  };
  const sweep = async (): Promise<void> => {
    const { sightings, kinds } = await sweepNow();
    if (stopped) return;
    const found = mergeSightings(sightings, records.isKnownHost);
    refresh(found);
    const moves = relate({ pairs, kinds }, printers(), records, deps.isAway);
    for (const { recordId, localId, from } of moves)
      records.change(recordId, { localId, moved: { from, at: Date.now() } });
    refresh(found);
    records.save();
    if (moves.length > 0) deps.onMoves(moves);
    tellNews();
  };
  /** One at a time; who asks while one is under way gets one that begins after it. */
  const search = (): Promise<void> => {
    const next = (sweeping ?? Promise.resolve()).then(sweep).finally(() => {
      if (sweeping === next) sweeping = null;
    });
    sweeping = next;
    return next;
  };
  const searchQuietly = (): void => {
    search().catch((error: unknown) => deps.say(`找打印机：${getMessage(error)}`));
  };

  const timer = setInterval(() => {
    if (!sweeping) searchQuietly();
  }, SWEEP_MS);
  watchFile(addressesFile(home), { interval: 500 }, searchQuietly);
  searchQuietly();
  return {
    tell: () => {
      isHeard = true;
      last = { text: '', at: 0 };
      tellNews();
    },
    hush: () => {
      isHeard = false;
    },
    search,
    find: (id) => pairs.find(({ record }) => record.id === id),
    link: (id, localId) => {
      records.change(id, { localId, moved: null });
      pairs = pairs.map((pair) =>
        pair.record.id === id
          ? { ...pair, record: { ...pair.record, localId, moved: null } }
          : pair,
      );
      records.save();
      tellNews();
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
      unwatchFile(addressesFile(home));
    },
  };
};
