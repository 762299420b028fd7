export { compareVersions } from '@yunbiao/contract/gateway/versions';

const PLATFORM_ORDER = ['windows', 'macos', 'linux', 'android', 'browser', 'any'];

/** Display order of platforms. */
export const comparePlatforms = (a: string, b: string): number =>
  PLATFORM_ORDER.indexOf(a) - PLATFORM_ORDER.indexOf(b);
