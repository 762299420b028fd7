import type { LibraryPictures, Picture } from '@yunbiao/label';

/** Addresses of pictures by name; a name without a picture is missing. */
export type PictureLookup = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Names asked for together: those of the rows drawn in one go. */
const BATCH_MS = 30;
const NAMES_PER_LOOKUP = 500;
/** Failed downloads after which a picture counts as missing. */
const MAX_FAILURES = 3;
/** Decoded pictures in memory, besides those that the latest draw has shown. */
const MAX_PICTURES = 60;

type Known = Picture | 'missing' | 'waiting';
type Decode = (bytes: Uint8Array) => Picture;

type Loading = {
  decode: Decode;
  onCome: () => void;
  load: (url: string) => Promise<Uint8Array>;
  known: Map<string, Known>;
  /** Names that were needed since pictures came last: a label can show more than are kept. */
  neededNames: Set<string>;
  /** Failed downloads by name, in a row. */
  failures: Map<string, number>;
  lookup: PictureLookup | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/** Null after a failed download: the next draw asks again. */
const readPicture = async (
  { decode, load }: Loading,
  url: string | undefined,
): Promise<Picture | 'missing' | null> => {
  if (url === undefined) return 'missing';
  const bytes = await load(url).catch(() => null);
  if (bytes === null) return null;
  try {
    return decode(bytes);
  } catch {
    return 'missing';
  }
};

const deleteOldest = ({ known, neededNames }: Loading): void => {
  for (const [name, picture] of known) {
    if (known.size <= MAX_PICTURES) return;
    if (typeof picture === 'object' && !neededNames.has(name)) known.delete(name);
  }
};

const loadWaiting = async (state: Loading): Promise<void> => {
  state.timer = undefined;
  const { known, lookup } = state;
  const names = [...known].flatMap(([name, picture]) => (picture === 'waiting' ? [name] : []));
  const batch = names.slice(0, NAMES_PER_LOOKUP);
  if (!lookup || batch.length === 0) return;
  const addresses = await lookup(batch).catch(() => null);
  // Without an answer the next draw asks again.
  if (!addresses) {
    for (const name of batch) known.delete(name);
    return;
  }
  for (const name of batch) {
    const picture = await readPicture(state, addresses.get(name));
    if (state.lookup !== lookup) continue;
    const failures = picture === null ? (state.failures.get(name) ?? 0) + 1 : 0;
    state.failures.set(name, failures);
    if (picture !== null) known.set(name, picture);
    else if (failures >= MAX_FAILURES) known.set(name, 'missing');
    else known.delete(name);
  }
  deleteOldest(state);
  state.neededNames.clear();
  state.onCome();
  if (names.length > batch.length) scheduleLoading(state);
};

const scheduleLoading = (state: Loading): void => {
  state.timer ??= setTimeout(() => void loadWaiting(state), BATCH_MS);
};

const fetchPicture = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the picture was not sent: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

/**
 * Pictures of the member's library as a label needs them. They are looked up and loaded on first use;
 * `onCome` is called when some have arrived, so that labels are drawn again.
 */
export const createLibraryPictureStore = ({
  load = fetchPicture,
  ...rest
}: Pick<Loading, 'decode' | 'onCome'> & { load?: Loading['load'] }) => {
  const state: Loading = {
    ...rest,
    load,
    known: new Map(),
    neededNames: new Set(),
    failures: new Map(),
    lookup: null,
    timer: undefined,
  };
  const pictures: LibraryPictures = {
    find: (name) => {
      state.neededNames.add(name);
      const picture = state.known.get(name);
      if (!state.lookup || picture === 'missing') return undefined;
      if (picture !== undefined) return picture;
      state.known.set(name, 'waiting');
      scheduleLoading(state);
      return 'waiting';
    },
  };
  const forgetAll = (): void => {
    state.known.clear();
    state.failures.clear();
    state.onCome();
  };
  return {
    pictures,
    /** Null for visitors. Forgets the pictures, which may be those of another member. */
    setLookup: (lookup: PictureLookup | null): void => {
      if (lookup === state.lookup) return;
      state.lookup = lookup;
      forgetAll();
    },
    /** The library changed. */
    refresh: forgetAll,
  };
};
