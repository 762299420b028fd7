import { isOperatingSystem, type Platform } from '../../../kit/software/platform-ids.ts';

/**
 * Selects the displayed platform: from the address, otherwise the visitor's own. Returns none when
 * both are unknown or have no files, so that no other platform is suggested. If there are only
 * platform-independent files, selects those.
 */
export const selectPlatformGroup = <G extends { platform: Platform }>(
  groups: readonly G[],
  asked: Platform | undefined,
  own: Platform | null,
): G | undefined =>
  asked
    ? (groups.find(({ platform }) => platform === asked) ?? groups[0])
    : (groups.find(({ platform }) => platform === own) ??
      (groups.some(({ platform }) => isOperatingSystem(platform)) ? undefined : groups[0]));
