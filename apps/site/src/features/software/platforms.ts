import { useSyncExternalStore } from 'react';
import { PLATFORM_NAMES as NAMES } from '../../kit/software/platform-names.ts';
import type { Platform } from './platform-ids.ts';

export const PLATFORM_NAMES: Record<Platform, string> = NAMES;

/** Systems by their names, so that none of ours comes first where the visitor's is not known. */
export const byName = <T extends { platform: Platform }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => PLATFORM_NAMES[a.platform].localeCompare(PLATFORM_NAMES[b.platform]));

/** Files for every system are called by their title alone. */
export const fileName = (file: { platform: Platform; title: string }): string =>
  file.platform === 'any' ? file.title : `${PLATFORM_NAMES[file.platform]} ${file.title}`;

/** The system behind a user agent, when we have files for such a system. */
export const getPlatform = (userAgent: string): Platform | null => {
  // Phones first: Android calls itself Linux, iPhones mention Mac OS.
  if (/android|harmonyos/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return null;
  if (/windows/i.test(userAgent)) return 'windows';
  if (/macintosh|mac os x/i.test(userAgent)) return 'macos';
  return /linux|x11|cros/i.test(userAgent) ? 'linux' : null;
};

const never = (): (() => void) => () => undefined;

/** The visitor's system; null on the server and during hydration, because a cached page is the same for everyone. */
export const useVisitorPlatform = (): Platform | null =>
  useSyncExternalStore<Platform | null>(
    never,
    () => getPlatform(navigator.userAgent),
    () => null,
  );
