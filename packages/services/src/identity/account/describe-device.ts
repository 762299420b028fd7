/** `User-Agent` patterns of browsers. The first match wins, since most browsers name several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk\//, '钉钉'],
  [/Lark\/|Feishu\//, '飞书'],
  [/AlipayClient\//, '支付宝'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/\bQQ\//, 'QQ'],
  [/UCBrowser\//, 'UC 浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/360SE|360EE|QIHU/, '360 浏览器'],
  [/MetaSr|Sogou/, '搜狗浏览器'],
  [/SamsungBrowser\//, '三星浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.{0,300}Safari\//, 'Safari'],
  [/MSIE |Trident\//, 'IE'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.{0,300}Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux'],
];

const findMatchingName = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Latin words are separated from Chinese ones by a space. */
const isLatin = (text: string | undefined): boolean => /^[A-Za-z]/.test(text ?? '');

/** Describes a `User-Agent`: `Windows 上的 Chrome`, `iPhone 上的微信`; unknown ones are 一个程序. */
export const describeDevice = (userAgent: string): string => {
  const [system, browser] = [
    findMatchingName(SYSTEMS, userAgent),
    findMatchingName(BROWSERS, userAgent),
  ];
  if (!system) return browser ?? (userAgent.trim() ? '一个程序' : '不知道的设备');
  const on = `${system}${isLatin(system) ? ' ' : ''}上的`;
  return `${on}${isLatin(browser) ? ' ' : ''}${browser ?? '浏览器'}`;
};
