import { createServer } from 'node:http';
import { type CallName, calls, encodeUrlForm } from '@yunbiao/contract';
import { addSoftware, createTestContext, type TestContext } from '@yunbiao/services/testing';
import type { Database } from '@yunbiao/db';
import { createWechatStandIn, type PushTarget } from '@yunbiao/wechat-stand-in';
import { onTestFinished } from 'vitest';
import { createApi } from '../api.ts';
import { createWechatClient } from '../../wechat/client.ts';
import { decryptPush } from '../../wechat/push-crypto.ts';
import { readXmlElementText } from '../wechat-push.ts';
import { PUSH_PATH } from '../../wechat/create-wechat.ts';

export const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const TOKEN = 'push-token';
export const SITE = 'http://127.0.0.1:3000';

export type Reply = { code: number; msg: string; data: Record<string, unknown> };
export type Told = Reply & { cookies: string[] };

/** The decrypted reply to the user who scanned the code. */
export const decryptReply = (body: string): string =>
  decryptPush(readXmlElementText(body, 'Encrypt'), AES_KEY, 'wxmp') ?? body;

/** A site with an HTTP server for pushes and the WeChat stand-in, on one clock. */
export const openWorld = async (
  db: Database,
  mode: PushTarget['mode'] = 'safe',
  prepare: (ctx: TestContext) => void = () => {},
) => {
  const ctx = createTestContext(db);
  prepare(ctx);
  await addSoftware(ctx, 'yunbiao');
  const push = { appid: 'wxmp', token: TOKEN, aesKey: AES_KEY };
  const api = createApi(ctx, { wechatPush: push });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
      const asked = new Request(`${SITE}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        ...body,
      });
      void Promise.resolve(api.fetch(asked)).then(async (reply) => {
        response.writeHead(reply.status, Object.fromEntries(reply.headers));
        response.end(Buffer.from(await reply.arrayBuffer()));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const own = { redirectHost: new URL(SITE).host, name: '云标' };
  const target: PushTarget = {
    url: `http://127.0.0.1:${address.port}${PUSH_PATH}`,
    token: TOKEN,
    mode,
    encodingAesKey: AES_KEY,
  };
  const standIn = createWechatStandIn({
    now: ctx.now,
    apps: [
      { kind: 'website', appid: 'wxweb', secret: 'web-secret', ...own },
      {
        kind: 'official',
        appid: 'wxmp',
        secret: 'mp-secret',
        originalId: 'gh_test',
        push: target,
        ...own,
      },
    ],
  });
  const wechat = await standIn.listen();
  onTestFinished(async () => {
    await wechat.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const config = {
    web: { appid: 'wxweb', secret: 'web-secret' },
    official: { appid: 'wxmp', secret: 'mp-secret', token: TOKEN, aesKey: AES_KEY },
    apiUrl: wechat.url,
    openUrl: wechat.url,
    scriptUrl: wechat.url,
  };
  ctx.wechat = createWechatClient(config, { log: ctx.log, now: ctx.now }) ?? undefined;

  const callApi = async (
    name: CallName,
    input: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Told> => {
    const { method, path } = calls[name];
    const form = encodeUrlForm(input).toString();
    const request = { method, headers: { host: '127.0.0.1:3000', ...headers } };
    const response =
      method === 'GET'
        ? await api.request(`${SITE}${path}?${form}`, request)
        : await api.request(`${SITE}${path}`, {
            ...request,
            headers: {
              ...request.headers,
              'Content-Type': 'application/x-www-form-urlencoded',
            },
            body: form,
          });
    const reply = (await response.json()) as Reply;
    return { ...reply, data: reply.data ?? {}, cookies: response.headers.getSetCookie() };
  };

  /** Scans the code on WeChat's page and confirms. Returns the redirect address. */
  const allowAuthorization = async (url: string, user: string): Promise<URL> => {
    await (await fetch(url.split('#', 1)[0] ?? '')).text();
    const signIn = standIn.listSignIns().at(-1);
    if (!signIn) throw new Error('WeChat shows no code');
    standIn.scan(signIn.uuid, user);
    const code = standIn.confirm(signIn.uuid) ?? '';
    const back = new URL(signIn.redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', signIn.state);
    return back;
  };
  const getCookie = ({ cookies }: Told, name = 'yb-wechat'): string =>
    cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';', 1)[0] ?? '';
  /** The complete sign-in over WeChat's page. */
  const enterByWechat = async (
    user: string,
    headers: Record<string, string> = {},
    bind = false,
  ) => {
    const started = await callApi('wechatStart', { way: 'web', to: '/a?b=c', bind }, headers);
    const back = await allowAuthorization(String(started.data.url), user);
    const input = {
      code: back.searchParams.get('code') ?? '',
      nonce: back.searchParams.get('n') ?? '',
    };
    const cookie = getCookie(started);
    return {
      started,
      input,
      cookie,
      finish: () => callApi('wxLogin', input, { ...headers, cookie }),
    };
  };
  /** Creates a code of the official account and scans it. Returns the reply too. */
  const requestScene = async (
    name: CallName = 'mpLoginQrcode',
    headers: Record<string, string> = {},
  ) => {
    let ticket = '';
    const asked = globalThis.fetch;
    ctx.wechat =
      createWechatClient(config, {
        log: ctx.log,
        now: ctx.now,
        fetch: async (url, init) => {
          const reply = await asked(url, init);
          if (!url.includes('/qrcode/create')) return reply;
          const text = await reply.text();
          ticket = String((JSON.parse(text) as { ticket?: string }).ticket);
          return new Response(text);
        },
      }) ?? undefined;
    const codeReply = await callApi(name, {}, headers);
    const secret = String(codeReply.data.secret);
    const scanCode = async (user: string) => {
      const delivery = await standIn.scanTicket(ticket, user);
      return (delivery?.tries ?? []).map((item) => ({ ...item, body: decryptReply(item.body) }));
    };
    return {
      shown: codeReply,
      secret,
      scan: scanCode,
      poll: () => callApi('wechatPoll', { secret }, headers),
    };
  };
  const listMembers = () =>
    ctx.db.kysely
      .selectFrom('member')
      .select(['id', 'username', 'nickname', 'wechat_bound', 'password_hash'])
      .orderBy('id')
      .execute();
  return {
    ctx,
    api,
    standIn,
    wechat,
    config,
    call: callApi,
    allow: allowAuthorization,
    getCookie,
    enter: enterByWechat,
    scene: requestScene,
    members: listMembers,
  };
};

export const extractKey = (xml: string): string => /login=confirm#([\w-]{43})/.exec(xml)?.[1] ?? '';
