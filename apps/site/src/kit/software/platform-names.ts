/** Display names of the platforms. */
export const PLATFORM_NAMES = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  browser: '浏览器插件',
  any: '通用',
} as const;
