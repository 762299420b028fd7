import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('has defaults for a demo on this machine', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      apiBaseUrl: '',
    });
  });

  it.each([
    ['APP_MODE', { APP_MODE: 'prod' }],
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'yunbiao' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://yunbiao.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://yunbiao.example/site' }],
    ['API_BASE_URL', { API_BASE_URL: 'api' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root@db/x' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ])('refuses a wrong %s with one sentence that names it', (name, env) => {
    const message = messageOf(env);
    expect(message.startsWith(name)).toBe(true);
    expect(message.endsWith('。')).toBe(true);
    expect(message).not.toContain('\n');
  });

  it('does not repeat a database address, which holds a password', () => {
    expect(messageOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2');
  });

  it('keeps a demo on this machine', () => {
    expect(messageOf({ HOST: '0.0.0.0' })).toContain('HOST');
    expect(messageOf({ PUBLIC_URL: 'https://yunbiao.example' })).toContain('PUBLIC_URL');
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  });

  it('wants to know its address in production', () => {
    expect(messageOf({ APP_MODE: 'production' })).toContain('PUBLIC_URL');
    expect(
      readConfig({
        APP_MODE: 'production',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://yunbiao.example/',
      }).publicUrl,
    ).toBe('https://yunbiao.example');
  });
});
