import { PLATFORM_NAMES as NAMES } from './platform-names.ts';
import { useBrowserValue } from '../site/browser-value.ts';
import type { Platform } from './platform-ids.ts';

export const PLATFORM_NAMES: Record<Platform, string> = NAMES;

/** Sorts platforms by name, so that none is favoured while the visitor's platform is unknown. */
export const sortByName = <T extends { platform: Platform }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => PLATFORM_NAMES[a.platform].localeCompare(PLATFORM_NAMES[b.platform]));

/**
 * Returns the name of a file: its platform and title. Platform-independent files only use their
 * title.
 */
export const getDownloadDisplayName = (file: { platform: Platform; title: string }): string =>
  file.platform === 'any' ? file.title : `${PLATFORM_NAMES[file.platform]} ${file.title}`;

/** Detects the platform from a user agent, if there can be files for it. */
export const getPlatform = (userAgent: string): Platform | null => {
  // Phones first: Android user agents contain Linux, iPhone user agents contain Mac OS.
  if (/android|harmonyos/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return null;
  if (/windows/i.test(userAgent)) return 'windows';
  if (/macintosh|mac os x/i.test(userAgent)) return 'macos';
  return /linux|x11|cros/i.test(userAgent) ? 'linux' : null;
};

/** Platform of the visitor; null on the server and during hydration. */
export const useVisitorPlatform = (): Platform | null =>
  useBrowserValue<Platform | null>(() => getPlatform(navigator.userAgent), null);
