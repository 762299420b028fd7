import type { CallOutput } from '@yunbiao/contract';

export type Platform = CallOutput<'downloadDetail'>['platform'];

/** The order of the tabs, and of rows while the visitor's own system is unknown. */
export const PLATFORMS: readonly Platform[] = ['windows', 'macos', 'linux', 'android', 'browser'];
