import { createServer, type RequestListener } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIL_HOST, openMail } from '../../../../../e2e/channels/mail/smtp-server.ts';
import { startS3 } from '../../../../../packages/services/src/platform/files/testing-s3.ts';
import type { Finding } from '../../report/findings.ts';
import { answerAdminCommand } from '../answer.ts';
import { diagnoseSite, type DoctorOptions } from './doctor.ts';

const DAY_MS = 86_400_000;

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A folder with a migrated site. */
const makeSite = async (): Promise<string> => {
  const dataDir = makeFolder();
  const db = openDatabase({ dataDir });
  await migrate(db);
  await db.close();
  return dataDir;
};

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const runDiagnosis = (
  env: Record<string, string>,
  options: Partial<DoctorOptions> = {},
): Promise<Finding[]> =>
  diagnoseSite({ env, folder: '/', backups: undefined, timeoutMs: 5_000, ...options });

const find = (findings: readonly Finding[], name: string): Finding | undefined =>
  findings.find((finding) => finding.name === name);

const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'http://127.0.0.1:3000' };

describe('the doctor', () => {
  it('names each check, its result and what to do, in a table and as JSON', async () => {
    const dataDir = await makeSite();
    const env = { ...PRODUCTION, DATA_DIR: dataDir, INIT_CWD: dataDir };
    const { done, text, isReport } = await answerAdminCommand(['doctor'], env);
    expect([done, isReport]).toEqual([true, true]);
    const names = [
      '设置',
      '数据库',
      '文件',
      '磁盘',
      '邮件',
      '短信',
      '支付',
      '时钟',
      '证书',
      '备份',
    ];
    for (const name of names) expect(text).toMatch(new RegExp(`^(正常|注意|不行) +${name} `, 'm'));
    expect(text).toMatch(/正常 \d，注意 \d，不行 0\n$/);
    const json = await answerAdminCommand(['doctor', '--json'], env);
    const findings = JSON.parse(json.text) as Finding[];
    expect(findings.map(({ name }) => name)).toEqual(names);
    for (const finding of findings) expect(finding.advice === '').toBe(finding.result === '正常');
  });

  it('says nothing of several servers where there is one', async () => {
    const findings = await runDiagnosis({ ...PRODUCTION, DATA_DIR: await makeSite() });
    expect(find(findings, '服务器')).toBeUndefined();
  });

  it('says of wrong settings what is wrong, without the rest', async () => {
    const { done, text } = await answerAdminCommand(['doctor'], { PORT: 'x' });
    expect(done).toBe(false);
    expect(text).toMatch(/^不行 +设置 +PORT 要写成/m);
    expect(text).not.toContain('数据库');
  });

  it('goes on without a database', async () => {
    const findings = await runDiagnosis({ DATA_DIR: makeFolder() });
    expect(find(findings, '数据库')).toMatchObject({ result: '不行' });
    expect(find(findings, '磁盘')?.detail).toContain('GB');
  });

  it('says that the disk cannot be written', async () => {
    const findings = await runDiagnosis({ DATA_DIR: '/proc/none' });
    expect(find(findings, '磁盘')).toMatchObject({ result: '不行' });
  });

  describe('asked about mail', () => {
    const LOGIN = { user: 'labels', password: 'very-secret-word' };
    const getEnv = (port: number, password = LOGIN.password) => ({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_SECURITY: 'tls',
      SMTP_USER: LOGIN.user,
      SMTP_PASSWORD: password,
      SMTP_FROM: 'no-reply@labels.example.com',
      DATA_DIR: '/nonexistent/doctor',
    });

    it('logs in without sending, and never says the password', async () => {
      const server = await openMail({ security: 'tls', login: LOGIN });
      onTestFinished(() => server.close());
      const tls = { ca: server.cert, servername: MAIL_HOST };
      const good = await runDiagnosis(getEnv(server.port), { tls });
      expect(find(good, '邮件')).toMatchObject({
        result: '正常',
        detail: expect.stringContaining('登录成功'),
      });
      const bad = await runDiagnosis(getEnv(server.port, 'another-secret'), { tls });
      expect(find(bad, '邮件')).toMatchObject({
        result: '不行',
        advice: expect.stringContaining('授权码'),
      });
      expect(JSON.stringify([good, bad])).not.toContain('secret');
    });

    it('gives up on a server that does not answer', async () => {
      const { createServer: createTcp } = await import('node:net');
      const silent = createTcp(() => {}).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      onTestFinished(() => void silent.close());
      const { port } = silent.address() as AddressInfo;
      const env = { ...getEnv(port), SMTP_SECURITY: 'none' };
      const findings = await runDiagnosis(env, { timeoutMs: 200 });
      expect(find(findings, '邮件')).toMatchObject({ result: '不行' });
    });
  });

  it('asks the bucket, and compares the clock with its answer', async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.close());
    const { settings } = s3;
    const env = {
      DATA_DIR: await makeSite(),
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_PATH_STYLE: '1',
    };
    const good = await runDiagnosis(env);
    expect(find(good, '文件')).toMatchObject({ result: '正常' });
    expect(find(good, '时钟')).toMatchObject({
      result: '正常',
      detail: '和存储服务（S3）差不到 5 秒',
    });
    const bad = await runDiagnosis(
      { ...env, S3_SECRET_ACCESS_KEY: 'guessed-secret' },
      { now: () => Date.now() + 90_000 },
    );
    expect(find(bad, '文件')).toMatchObject({
      result: '不行',
      detail: expect.stringContaining('S3_SECRET_ACCESS_KEY 不对'),
    });
    // The Date header has whole seconds.
    expect(find(bad, '时钟')).toMatchObject({
      result: '不行',
      detail: expect.stringMatching(/^比存储服务（S3）快 9\d 秒$/),
    });
    expect(JSON.stringify(bad)).not.toContain('guessed');
  });

  it('reaches the SMS service, or says that it does not', async () => {
    const url = await listen((_req, res) => res.writeHead(400).end());
    const sms = {
      DATA_DIR: '/nonexistent/doctor',
      SMS_ACCESS_KEY_ID: 'LTAI5t',
      SMS_ACCESS_KEY_SECRET: 'sms-secret',
      SMS_SIGN_NAME: '云标',
      SMS_TEMPLATE_CODE: 'SMS_154950909',
    };
    const good = await runDiagnosis({ ...sms, SMS_URL: url });
    expect(find(good, '短信')).toMatchObject({
      result: '正常',
      detail: expect.stringMatching(/连得上，密钥对不对，发短信时才知道$/),
    });
    const bad = await runDiagnosis({ ...sms, SMS_URL: 'http://127.0.0.1:1' });
    expect(find(bad, '短信')).toMatchObject({ result: '不行' });
    expect(JSON.stringify([good, bad])).not.toContain('sms-secret');
  });

  it('tells how long the certificate is good', async () => {
    const server = await openMail({ security: 'tls' });
    onTestFinished(() => server.close());
    const env = {
      APP_MODE: 'production',
      PUBLIC_URL: `https://127.0.0.1:${server.port}`,
      DATA_DIR: '/nonexistent/doctor',
    };
    const tls = { ca: server.cert, servername: MAIL_HOST };
    const judgeCertificate = async (days: number, trusted = true) => {
      const now = () => Date.now() + days * DAY_MS;
      const certificateCheck = find(
        await runDiagnosis(env, { now, ...(trusted ? { tls } : {}) }),
        '证书',
      );
      return [certificateCheck?.result, certificateCheck?.detail];
    };
    const [, detail = ''] = await judgeCertificate(0);
    const left = Number(/还有 (\d+) 天/.exec(detail)?.[1]);
    expect(await judgeCertificate(left - 30)).toEqual(['正常', '还有 30 天']);
    expect(await judgeCertificate(left - 10)).toEqual(['注意', '还有 10 天']);
    expect(await judgeCertificate(left - 3)).toEqual(['不行', '还有 3 天']);
    expect(await judgeCertificate(left + 10)).toEqual([
      '不行',
      expect.stringMatching(/^过期 \d+ 天了$/),
    ]);
    expect(await judgeCertificate(left - 30, false)).toEqual([
      '不行',
      expect.stringContaining('浏览器不认'),
    ]);
  });

  it('tells how old the newest backup is', async () => {
    const folder = makeFolder();
    const at = Date.parse('2026-11-21T03:20:00Z');
    const judgeBackup = async (hours: number) => {
      const options = { folder, backups: 'backups', now: () => at + hours * 3_600_000 };
      const backupCheck = find(
        await runDiagnosis({ DATA_DIR: '/nonexistent/doctor' }, options),
        '备份',
      );
      return [backupCheck?.result, backupCheck?.detail];
    };
    mkdirSync(join(folder, 'backups'));
    expect(await judgeBackup(0)).toEqual(['不行', expect.stringContaining('没有做完的备份')]);
    mkdirSync(join(folder, 'backups/20261121-032000'));
    writeFileSync(join(folder, 'backups/20261121-032000/yunbiao.db'), '');
    expect(await judgeBackup(5)).toEqual(['正常', '最新的在 5 小时以前']);
    expect(await judgeBackup(40)).toEqual(['注意', '最新的在 40 小时以前']);
    expect(await judgeBackup(24 * 9)).toEqual(['不行', '最新的在 9 天以前']);
  });
});

describeEachDatabase((open) => {
  it('the doctor opens the database, and has a clock to compare with on PostgreSQL', async () => {
    const db = await open();
    const { databaseUrl = '' } = open.location(db);
    const dataDir = databaseUrl ? makeFolder() : await makeSite();
    const findings = await runDiagnosis({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    expect(find(findings, '数据库')).toMatchObject({ result: '正常' });
    expect(find(findings, '时钟')).toMatchObject({ result: databaseUrl ? '正常' : '注意' });
  });
});
