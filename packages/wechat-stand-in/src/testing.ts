import { createDecipheriv, createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createWechatStandIn } from './index.ts';
import type { PushTarget, WechatStandInOptions } from './index.ts';

export const SITE = 'http://127.0.0.1:9';
export const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

export type Pushed = { query: URLSearchParams; body: string; method: string };

/** A site's server for pushes. It answers `success` unless another answer is queued. */
export const openSite = async () => {
  const got: Pushed[] = [];
  const answers: ('silent' | { status: number; body: string })[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { searchParams } = new URL(request.url ?? '/', SITE);
      got.push({
        query: searchParams,
        body: Buffer.concat(chunks).toString(),
        method: request.method ?? '',
      });
      const next = answers.shift();
      if (next === 'silent') return;
      response.statusCode = next?.status ?? 200;
      response.end(next?.body ?? searchParams.get('echostr') ?? 'success');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/wechat`,
    got,
    answers,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A stand-in with one web site and one official account, and a clock controlled by the test. */
export const openStandIn = async (
  push?: PushTarget,
  options: Partial<WechatStandInOptions> = {},
) => {
  let at = 1_760_000_000_000;
  const redirectHost = new URL(SITE).host;
  const common = { redirectHost, name: '替身<站>' };
  const standIn = createWechatStandIn({
    apps: [
      { kind: 'website', appid: 'wxweb', secret: 'web-secret', ...common },
      {
        kind: 'official',
        appid: 'wxmp',
        secret: 'mp-secret',
        originalId: 'gh_standin',
        ...common,
        ...(push === undefined ? {} : { push }),
      },
    ],
    now: () => at,
    ...options,
  });
  const { url, close } = await standIn.listen();
  const getPath = (path: string, query: Record<string, string> = {}, headers = {}) =>
    fetch(`${url}${path}?${new URLSearchParams(query)}`, { redirect: 'manual', headers });
  return {
    standIn,
    url,
    close,
    get: getPath,
    json: async (path: string, query: Record<string, string> = {}) =>
      JSON.parse(await (await getPath(path, query)).text()),
    post: async (path: string, body: string) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'user-agent': 'MicroMessenger' },
      }),
    pass: (seconds: number): void => {
      at += seconds * 1000;
    },
  };
};

/** Decrypts a push as a site does. */
export const unsealText = (encrypted: string): { text: string; appid: string } => {
  const key = Buffer.from(`${AES_KEY}=`, 'base64');
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const whole = Buffer.concat([cipher.update(encrypted, 'base64'), cipher.final()]);
  const content = whole.subarray(16, whole.length - (whole.at(-1) ?? 0));
  const length = content.readUInt32BE(0);
  return {
    text: content.subarray(4, 4 + length).toString(),
    appid: content.subarray(4 + length).toString(),
  };
};

export const computeSha1 = (...parts: (string | null)[]): string =>
  createHash('sha1')
    .update(
      parts
        .map((part) => part ?? '')
        .toSorted()
        .join(''),
    )
    .digest('hex');
