import type { CallOutput } from '@yunbiao/contract';

export type Platform = CallOutput<'downloadDetail'>['platform'];

/** The order of the tabs, and of rows while the visitor's own system is unknown. */
export const PLATFORMS: readonly Platform[] = [
  'windows',
  'macos',
  'linux',
  'android',
  'browser',
  'any',
];

/** Whether a visitor can be on it: a plug-in, or a file for every system, is never a visitor's own. */
export const isSystem = (platform: Platform): boolean =>
  platform !== 'browser' && platform !== 'any';
