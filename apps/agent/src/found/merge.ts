import type { PlaceKind } from '@yunbiao/contract/printer-places';
import type { Place } from '../places.ts';
import type { Sighting } from './finder.ts';
import { getGuess } from './guess.ts';
import type { Guess } from './guess.ts';
import { placeKey } from './identity.ts';

/** One printer, wherever it was seen. */
export type Found = {
  /** The first is where it is best printed on. */
  sightings: readonly [Sighting, ...Sighting[]];
  /** Of all of them; none where it is known by its place alone. */
  keys: readonly string[];
  guess: Guess;
};

export const isUsable = ({ isClosed = false }: Sighting): boolean => !isClosed;

/** Where a printer answers for itself comes first; one without a label language is printed on through its queue. */
const RANKS: Readonly<Record<'label' | 'page', readonly PlaceKind[]>> = {
  label: ['device', 'tcp', 'cups-queue', 'windows-queue', 'ipp', 'folder'],
  page: ['cups-queue', 'windows-queue', 'ipp', 'tcp', 'device', 'folder'],
};

/** The machine a printer of the network is at; null for one of this machine. */
export const getHost = (place: Place): string | null => {
  if (place.kind === 'tcp') return place.host;
  return place.kind === 'ipp' && URL.canParse(place.uri) ? new URL(place.uri).hostname : null;
};

/** Sightings that share a key, or a place, together. */
const grouped = (sightings: readonly Sighting[]): Sighting[][] => {
  const getGroup = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const { keys, place, leadsTo } = sighting;
    const names = [...keys, placeKey(place), ...(leadsTo ? [placeKey(leadsTo)] : [])];
    const known = new Set(names.flatMap((name) => getGroup.get(name) ?? []));
    const group = [...known, sighting];
    for (const one of group)
      for (const name of [
        ...one.keys,
        placeKey(one.place),
        ...(one.leadsTo ? [placeKey(one.leadsTo)] : []),
      ])
        getGroup.set(name, group);
    for (const name of names) getGroup.set(name, group);
  }
  return [...new Set(getGroup.values())];
};

/**
 * A key is only as good as who says it: where machines of the network say the same one, the first has it, and the others
 * are known by their places. `first`: whose it was before.
 */
const oneHost = (group: readonly Sighting[], first: (host: string) => boolean): Sighting[][] => {
  const hosts = [
    ...new Set(group.map(({ place }) => getHost(place)).filter((one) => one !== null)),
  ];
  if (hosts.length < 2) return [[...group]];
  const kept = hosts.find(first) ?? hosts[0];
  const isKept = ({ place }: Sighting): boolean => [null, kept].includes(getHost(place));
  const bare = group.filter((one) => !isKept(one)).map((one) => ({ ...one, keys: [] }));
  return [group.filter(isKept), ...Map.groupBy(bare, ({ place }) => placeKey(place)).values()];
};

const mergeGroup = (group: readonly Sighting[]): Found | null => {
  const guess = getGuess(group);
  const ranks = RANKS[guess.language === null ? 'page' : 'label'];
  const getRank = (one: Sighting): number =>
    ranks.indexOf(one.place.kind) + (isUsable(one) ? 0 : ranks.length);
  const [best, ...others] = group.toSorted((a, b) => getRank(a) - getRank(b));
  if (!best) return null;
  return {
    sightings: [best, ...others],
    keys: [...new Set(group.flatMap(({ keys }) => keys))],
    guess,
  };
};

/** Every printer once. `isKnownHost`: a printer with one of these keys was at that host before. */
export const mergeSightings = (
  sightings: readonly Sighting[],
  isKnownHost: (keys: readonly string[], host: string) => boolean = () => false,
): Found[] =>
  grouped(sightings)
    .flatMap((group) => {
      const keys = group.flatMap((one) => one.keys);
      return oneHost(group, (host) => isKnownHost(keys, host));
    })
    .map(mergeGroup)
    .filter((found) => found !== null);
