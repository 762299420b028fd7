import { isSystem, type Platform } from '../platform-ids.ts';

/**
 * The system whose files are shown: the one asked for by address, else the visitor's own. None while neither is known
 * or has files, so that nobody is offered another system's file first; where there are files for every system only, those.
 */
export const findChosen = <G extends { platform: Platform }>(
  groups: readonly G[],
  asked: Platform | undefined,
  own: Platform | null,
): G | undefined =>
  asked
    ? (groups.find(({ platform }) => platform === asked) ?? groups[0])
    : (groups.find(({ platform }) => platform === own) ??
      (groups.some(({ platform }) => isSystem(platform)) ? undefined : groups[0]));
