import type { CallOutput } from '@yunbiao/contract';
import { PLATFORMS, type Platform } from './platform-ids.ts';

export type DownloadFile = CallOutput<'downloadList'>['versions'][number]['files'][number];
export type HomeFile = CallOutput<'siteIndex'>['downloads'][number];

/** Latest release first. */
export const newestFirst = <F extends DownloadFile>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => Date.parse(b.releasedAt) - Date.parse(a.releasedAt));

/** Files of the newest version of each system, systems in the order of the tabs. */
export const newestByPlatform = <F extends DownloadFile>(
  files: readonly F[],
): { platform: Platform; version: string; files: F[] }[] =>
  PLATFORMS.flatMap((platform) => {
    const own = files.filter((file) => file.platform === platform);
    const newest = newestFirst(own)[0];
    return newest
      ? [
          {
            platform,
            version: newest.version,
            files: own.filter((file) => file.version === newest.version),
          },
        ]
      : [];
  });

/** The visitor's own system first, the rest as they were. */
export const ownFirst = <T extends { platform: Platform }>(
  list: readonly T[],
  own: Platform | null,
): T[] => [
  ...list.filter((item) => item.platform === own),
  ...list.filter((item) => item.platform !== own),
];

/** What changed, as lines. */
export const listNotes = (file: { notes: string }): string[] =>
  file.notes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
