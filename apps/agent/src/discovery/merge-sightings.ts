import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import type { Place } from '../places.ts';
import type { Sighting } from './finder.ts';
import { guessLanguageAndDpi } from './guess-language.ts';
import type { Guess } from './guess-language.ts';
import { buildPlaceKey } from './identity-keys.ts';

/** One printer with all its sightings. */
export type DiscoveredPrinter = {
  /** The first is the best place to print. */
  sightings: readonly [Sighting, ...Sighting[]];
  /** Keys of all sightings; empty when only places are known. */
  keys: readonly string[];
  guess: Guess;
};

export const isAccessibleSighting = ({ isInaccessible = false }: Sighting): boolean =>
  !isInaccessible;

/**
 * Preferred places. Label printers: direct connections first. Printers without a label language:
 * queues first.
 */
const RANKS: Readonly<Record<'label' | 'page', readonly PlaceKind[]>> = {
  label: ['device', 'tcp', 'cups-queue', 'windows-queue', 'ipp', 'folder'],
  page: ['cups-queue', 'windows-queue', 'ipp', 'tcp', 'device', 'folder'],
};

/** Host of a network printer; null for a local printer. */
export const getNetworkHost = (place: Place): string | null => {
  if (place.kind === 'tcp') return place.host;
  return place.kind === 'ipp' && URL.canParse(place.uri) ? new URL(place.uri).hostname : null;
};

/** Groups sightings that share a key or a place. */
const groupSightingsByKeyOrPlace = (sightings: readonly Sighting[]): Sighting[][] => {
  const groupByKey = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const { keys, place, targetPlace } = sighting;
    const names = [
      ...keys,
      buildPlaceKey(place),
      ...(targetPlace ? [buildPlaceKey(targetPlace)] : []),
    ];
    const relatedSightings = new Set(names.flatMap((name) => groupByKey.get(name) ?? []));
    const group = [...relatedSightings, sighting];
    for (const member of group)
      for (const name of [
        ...member.keys,
        buildPlaceKey(member.place),
        ...(member.targetPlace ? [buildPlaceKey(member.targetPlace)] : []),
      ])
        groupByKey.set(name, group);
    for (const name of names) groupByKey.set(name, group);
  }
  return [...new Set(groupByKey.values())];
};

/**
 * Splits a group in which several network hosts claim the same key: one host keeps it, the others
 * are identified by place, because keys can be forged. `wasKnownHost`: whether the host had the key
 * before.
 */
const splitOffUntrustedHosts = (
  group: readonly Sighting[],
  wasKnownHost: (host: string) => boolean,
): Sighting[][] => {
  const hosts = [
    ...new Set(group.map(({ place }) => getNetworkHost(place)).filter((host) => host !== null)),
  ];
  if (hosts.length < 2) return [[...group]];
  const keyHost = hosts.find(wasKnownHost) ?? hosts[0];
  /** True also for sightings without a host, which are local. */
  const mayGroupKeepSharedKeys = ({ place }: Sighting): boolean =>
    [null, keyHost].includes(getNetworkHost(place));
  const keylessSightings = group
    .filter((sighting) => !mayGroupKeepSharedKeys(sighting))
    .map((sighting) => ({ ...sighting, keys: [] }));
  return [
    group.filter(mayGroupKeepSharedKeys),
    ...Map.groupBy(keylessSightings, ({ place }) => buildPlaceKey(place)).values(),
  ];
};

const mergeSightingGroup = (group: readonly Sighting[]): DiscoveredPrinter | null => {
  const guess = guessLanguageAndDpi(group);
  const ranks = RANKS[guess.language === null ? 'page' : 'label'];
  const getSightingRank = (sighting: Sighting): number =>
    ranks.indexOf(sighting.place.kind) + (isAccessibleSighting(sighting) ? 0 : ranks.length);
  const [best, ...otherSightings] = group.toSorted(
    (a, b) => getSightingRank(a) - getSightingRank(b),
  );
  if (!best) return null;
  return {
    sightings: [best, ...otherSightings],
    keys: [...new Set(group.flatMap(({ keys }) => keys))],
    guess,
  };
};

/**
 * Merges sightings into printers. `isKnownHost`: whether a printer with one of these keys was at
 * that host before.
 */
export const mergeSightings = (
  sightings: readonly Sighting[],
  isKnownHost: (keys: readonly string[], host: string) => boolean = () => false,
): DiscoveredPrinter[] =>
  groupSightingsByKeyOrPlace(sightings)
    .flatMap((group) => {
      const keys = group.flatMap((sighting) => sighting.keys);
      return splitOffUntrustedHosts(group, (host) => isKnownHost(keys, host));
    })
    .map(mergeSightingGroup)
    .filter((printer) => printer !== null);
