import { describe, expect, it } from 'vitest';
import { isWechat } from '../page/in-wechat.ts';
import { sortByName, getDownloadDisplayName, getPlatform } from './platforms.ts';

const WECHAT =
  'Mozilla/5.0 (Linux; Android 14; V2283A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

describe('getPlatform', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'macos'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'linux'],
    [WECHAT, 'android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', null],
    ['', null],
  ])('reads %s as %s', (userAgent, platform) => expect(getPlatform(userAgent)).toBe(platform));
});

describe('fileName', () => {
  it('names the system, unless the file is for all of them', () => {
    expect(getDownloadDisplayName({ platform: 'windows', title: '打印客户端' })).toBe(
      'Windows 打印客户端',
    );
    expect(getDownloadDisplayName({ platform: 'any', title: '样例模板包' })).toBe('样例模板包');
  });
});

describe('isWechat', () => {
  it('knows the browser inside WeChat', () => {
    expect(isWechat(WECHAT)).toBe(true);
    expect(isWechat('Mozilla/5.0 (Windows NT 10.0) Chrome/140')).toBe(false);
  });
});

describe('byName', () => {
  it('puts no system first but by its name', () =>
    expect(
      sortByName([
        { platform: 'windows' },
        { platform: 'linux' },
        { platform: 'macos' },
      ] as const).map(({ platform }) => platform),
    ).toEqual(['linux', 'macos', 'windows']));
});
