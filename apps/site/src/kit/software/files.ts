import type { CallOutput } from '@yunbiao/contract';
import { isOperatingSystem, PLATFORMS, type Platform } from './platform-ids.ts';

export type DownloadFile = CallOutput<'downloadList'>['versions'][number]['files'][number];
export type HomeFile = CallOutput<'siteIndex'>['downloads'][number];

/** Sorts files by release, the latest first. */
export const sortNewestFirst = <F extends DownloadFile>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => Date.parse(b.releasedAt) - Date.parse(a.releasedAt));

/** Groups the files of the latest version of each platform, in tab order. */
export const listNewestByPlatform = <F extends DownloadFile>(
  files: readonly F[],
): { platform: Platform; version: string; files: F[] }[] =>
  PLATFORMS.flatMap((platform) => {
    const ownFiles = files.filter((file) => file.platform === platform);
    const newest = sortNewestFirst(ownFiles)[0];
    return newest
      ? [
          {
            platform,
            version: newest.version,
            files: ownFiles.filter((file) => file.version === newest.version),
          },
        ]
      : [];
  });

/** Whether there is a print client to download: a program of an operating system. */
export const hasProgramForOperatingSystem = (files: readonly { platform: Platform }[]): boolean =>
  files.some(({ platform }) => isOperatingSystem(platform));

/** Moves the visitor's platform to the front. */
export const sortOwnPlatformFirst = <T extends { platform: Platform }>(
  list: readonly T[],
  ownPlatform: Platform | null,
): T[] => [
  ...list.filter((item) => item.platform === ownPlatform),
  ...list.filter((item) => item.platform !== ownPlatform),
];

/** Splits the release notes into lines. */
export const splitReleaseNotes = (file: { notes: string }): string[] =>
  file.notes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
