import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { getAllowedOrigins, buildPageCsp } from './csp.ts';

describe('the policy', () => {
  it('allows the own scripts and the hashed ones, and no inline script besides', () => {
    const policy = buildPageCsp(["'sha256-x'"]);
    expect(policy).toContain("script-src 'self' 'sha256-x';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('lets pages reach an API elsewhere only when one is configured', () => {
    expect(buildPageCsp([])).toContain("connect-src 'self';");
    expect(buildPageCsp([], { api: 'https://api.example' })).toContain(
      "connect-src 'self' https://api.example;",
    );
  });

  it('lets pages load a script of others only when one is configured, and hear from it', () => {
    expect(buildPageCsp([])).not.toContain('http');
    const policy = buildPageCsp(["'sha256-x'"], { stats: 'https://stats.example' });
    for (const part of [
      "script-src 'self' 'sha256-x' https://stats.example;",
      "img-src 'self' data: blob: https://stats.example;",
      "connect-src 'self' https://stats.example;",
    ])
      expect(policy).toContain(part);
  });

  it('lets pages load WeChat’s script and its frame only when they are configured', () => {
    expect(buildPageCsp([])).not.toContain('frame-src');
    const env = {
      APP_MODE: 'production',
      PUBLIC_URL: 'https://labels.example',
      WECHAT_OPEN_APPID: 'wx1',
      WECHAT_OPEN_SECRET: 's',
    };
    const policy = buildPageCsp([], getAllowedOrigins(readConfig(env)));
    expect(policy).toContain("script-src 'self' https://res.wx.qq.com;");
    expect(policy).toContain('frame-src https://open.weixin.qq.com;');
    const { PUBLIC_URL, APP_MODE } = env;
    expect(getAllowedOrigins(readConfig({ PUBLIC_URL, APP_MODE })).wechat).toBeNull();
  });

  it('takes the origins of both from the configuration', () => {
    const env = {
      API_BASE_URL: 'https://api.example/v1',
      STATS_SCRIPT_URL: 'https://s.example/a.js',
    };
    expect(getAllowedOrigins(readConfig(env))).toEqual({
      api: 'https://api.example',
      stats: 'https://s.example',
      wechat: { script: 'http://127.0.0.1:3000', frame: 'http://127.0.0.1:3000' },
    });
    expect(getAllowedOrigins(readConfig({ STATS_SCRIPT_URL: '/a.js' }))).toMatchObject({
      api: '',
      stats: '',
    });
  });
});
