import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const getMessage = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('reads DRAIN_SECONDS', () => {
    expect(readConfig({}).drainSeconds).toBeUndefined();
    expect(readConfig({ DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
    expect(readConfig({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20);
    for (const text of ['-1', '1.5', '301', 'x'])
      expect(() => readConfig({ DRAIN_SECONDS: text })).toThrow('DRAIN_SECONDS');
  });

  it('lets several servers share a database and a bucket, and nothing less', () => {
    const cluster = {
      APP_MODE: 'production',
      PUBLIC_URL: 'https://labels.example',
      DATABASE_URL: 'postgres://yunbiao@127.0.0.1/labels',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'labels',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      CLUSTER_KEY: 'k'.repeat(32),
    };
    expect(readConfig({}).clusterKey).toBeUndefined();
    expect(readConfig(cluster).clusterKey).toBe(cluster.CLUSTER_KEY);
    expect(getMessage({ ...cluster, CLUSTER_KEY: 'short' })).toContain('CLUSTER_KEY 至少要 32');
    expect(getMessage({ ...cluster, CLUSTER_KEY: 'short' })).not.toContain('short');
    expect(getMessage({ ...cluster, DATABASE_URL: '' })).toContain('DATABASE_URL');
    const { APP_MODE, PUBLIC_URL, DATABASE_URL, CLUSTER_KEY } = cluster;
    expect(getMessage({ APP_MODE, PUBLIC_URL, DATABASE_URL, CLUSTER_KEY })).toContain(
      'S3_ENDPOINT',
    );
    expect(getMessage({ CLUSTER_KEY })).toContain('演示只有一台');
  });

  it('has defaults for a demo on this machine', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      apiBaseUrl: '',
    });
  });

  it('starts a demo with a history, unless told not to', () => {
    expect(readConfig({}).demoHistory).toBe(true);
    expect(readConfig({ DEMO_HISTORY: '0' }).demoHistory).toBe(false);
  });

  it('takes the account to pay to whole, or none', () => {
    expect(readConfig({}).payAccount).toBeUndefined();
    const env = {
      PAY_ACCOUNT_NAME: '云标科技有限公司',
      PAY_ACCOUNT_BANK: '某某银行某某支行',
      PAY_ACCOUNT_NUMBER: ' 6222 0200 0000 ',
    };
    expect(readConfig(env).payAccount).toEqual({
      name: '云标科技有限公司',
      bank: '某某银行某某支行',
      number: '6222 0200 0000',
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
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:a#b@db/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:a@b#c@db/x' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['DEMO_HISTORY', { DEMO_HISTORY: 'no' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['MAX_CONNECTIONS', { MAX_CONNECTIONS: '4k' }],
    ['MAX_CONNECTIONS_PER_ADDRESS', { MAX_CONNECTIONS_PER_ADDRESS: '5' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: 'stats.example/a.js' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: '//stats.example/a.js' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: 'http://stats.example/a.js' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: 'https://u:p@stats.example/a.js' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: 'https://stats.example/a.js; script-src *' }],
    ['STATS_SCRIPT_URL', { STATS_SCRIPT_URL: 'javascript:alert(1)' }],
    [
      'STATS_SCRIPT_URL',
      {
        APP_MODE: 'production',
        PUBLIC_URL: 'https://labels.example',
        STATS_SCRIPT_URL: 'http://127.0.0.1:8080/a.js',
      },
    ],
    ['PAY_ACCOUNT_BANK', { PAY_ACCOUNT_NAME: '云标', PAY_ACCOUNT_NUMBER: '6222 0200' }],
    [
      'PAY_ACCOUNT_NUMBER',
      { PAY_ACCOUNT_NAME: '云标', PAY_ACCOUNT_BANK: '银行', PAY_ACCOUNT_NUMBER: '见网站' },
    ],
    ['PAY_ACCOUNT_NAME', { PAY_ACCOUNT_NAME: '云\n标' }],
    ['WECHAT_VERIFY', { WECHAT_VERIFY: 'MP_verify_a.txt' }],
    ['WECHAT_VERIFY', { WECHAT_VERIFY: 'robots.txt:x' }],
    ['WECHAT_VERIFY', { WECHAT_VERIFY: 'MP_verify_a.txt:x,MP_verify_b/../c.txt:y' }],
  ])('refuses a wrong %s with one sentence that names it', (name, env) => {
    const message = getMessage(env);
    expect(message.startsWith(name)).toBe(true);
    expect(message.endsWith('。')).toBe(true);
    expect(message).not.toContain('\n');
  });

  it('takes a statistics script from elsewhere, from this site, in a demo from this machine', () => {
    const readStatsScript = (url: string) => readConfig({ STATS_SCRIPT_URL: url }).statsScript;
    expect(readConfig({}).statsScript).toBeUndefined();
    expect(readStatsScript('https://stats.example/a.js?id=1')).toEqual({
      url: 'https://stats.example/a.js?id=1',
      origin: 'https://stats.example',
    });
    expect(readStatsScript('/stats/a.js')).toEqual({ url: '/stats/a.js', origin: '' });
    expect(readStatsScript('http://127.0.0.1:8080/a.js')?.origin).toBe('http://127.0.0.1:8080');
  });

  it("takes the files of WeChat's check", () => {
    const env = { WECHAT_VERIFY: 'MP_verify_a1.txt:a1, MP_verify_b2.txt:b2' };
    expect([...readConfig(env).wechatVerify]).toEqual([
      ['MP_verify_a1.txt', 'a1'],
      ['MP_verify_b2.txt', 'b2'],
    ]);
    expect(readConfig({}).wechatVerify.size).toBe(0);
  });

  const s3 = {
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'labels',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };

  it('keeps files in a bucket when all of it is said, and on disk when none is', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ ...s3, S3_PATH_STYLE: '1' }).s3).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'labels',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
      pathStyle: true,
    });
  });

  it.each([
    ['S3_BUCKET', { ...s3, S3_BUCKET: '' }],
    ['S3_ENDPOINT', { S3_REGION: 'cn-north-1' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3.example.com' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'https://id:hunter2@s3.example.com' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'Labels' }],
    ['S3_REGION', { ...s3, S3_REGION: 'cn north' }],
    ['S3_PATH_STYLE', { ...s3, S3_PATH_STYLE: 'yes' }],
  ])('refuses a wrong or missing %s without repeating a secret', (name, env) => {
    const message = getMessage(env);
    expect(message.startsWith(name)).toBe(true);
    expect(message).toMatch(/^[^\n]+。$/);
    expect(message).not.toContain('hunter2');
  });

  it('does not repeat a database address, which holds a password', () => {
    expect(getMessage({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2');
  });

  it('keeps a demo on this machine', () => {
    expect(getMessage({ HOST: '0.0.0.0' })).toContain('HOST');
    expect(getMessage({ PUBLIC_URL: 'https://yunbiao.example' })).toContain('PUBLIC_URL');
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  });

  it('wants to know its address in production', () => {
    expect(getMessage({ APP_MODE: 'production' })).toContain('PUBLIC_URL');
    expect(
      readConfig({
        APP_MODE: 'production',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://yunbiao.example/',
      }).publicUrl,
    ).toBe('https://yunbiao.example');
  });
});
