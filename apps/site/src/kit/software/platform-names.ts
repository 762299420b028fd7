/** How the systems of files are called. */
export const PLATFORM_NAMES = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  browser: '浏览器插件',
  any: '通用',
} as const;
