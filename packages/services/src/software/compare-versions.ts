export { compareVersions } from '@yunbiao/contract/versions';

const PLATFORM_ORDER = ['windows', 'macos', 'linux', 'android', 'browser', 'any'];

/** The order platforms are shown in. */
export const comparePlatforms = (a: string, b: string): number =>
  PLATFORM_ORDER.indexOf(a) - PLATFORM_ORDER.indexOf(b);
