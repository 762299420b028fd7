import type { CallOutput } from '@yunbiao/contract';

export type Platform = CallOutput<'downloadDetail'>['platform'];

/** Order of the tabs, and of rows while the visitor's platform is unknown. */
export const PLATFORMS: readonly Platform[] = [
  'windows',
  'macos',
  'linux',
  'android',
  'browser',
  'any',
];

/** True for operating systems. A browser plug-in or platform-independent file is not one. */
export const isOperatingSystem = (platform: Platform): boolean =>
  platform !== 'browser' && platform !== 'any';
