import { isOperatingSystem, type Platform } from '../../../kit/software/platform-ids.ts';

/**
 * Selects the displayed platform: from the address, otherwise the visitor's own. Returns none when
 * both are unknown or have no files, so that no other platform is suggested. If there are only
 * platform-independent files, selects those.
 */
export const selectPlatformGroup = <G extends { platform: Platform }>(
  groups: readonly G[],
  askedPlatform: Platform | undefined,
  ownPlatform: Platform | null,
): G | undefined =>
  askedPlatform
    ? (groups.find(({ platform }) => platform === askedPlatform) ?? groups[0])
    : (groups.find(({ platform }) => platform === ownPlatform) ??
      (groups.some(({ platform }) => isOperatingSystem(platform)) ? undefined : groups[0]));
