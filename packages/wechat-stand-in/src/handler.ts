import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { image, missing } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { createQr, followerInfo, getToken, showQr, stableToken } from './cgi.ts';
import { spoil } from './faults.ts';
import type { Faults } from './faults.ts';
import { LARGEST_BODY, LONGEST_URL } from './options.ts';
import { authorize, decideAuthorize, shortTicket, showPhone, usePhone } from './phone.ts';
import type { Follow } from './phone.ts';
import { headPng } from './png.ts';
import { poll, qrConnect, qrPicture, wxLoginJs } from './sign-in.ts';
import { checkToken, exchangeCode, refreshToken, userInfo } from './sns.ts';
import type { State } from './state.ts';

type Handle = (state: State, asked: Asked) => Answer;
type Answering = Answer | Promise<Answer>;

const GET: Record<string, Handle> = {
  '/connect/qrconnect': qrConnect,
  '/connect/l/qrconnect': poll,
  '/connect/oauth2/authorize': authorize,
  '/connect/zh_CN/htmledition/js/wxLogin.js': (_, { base }) => wxLoginJs(base),
  '/phone': showPhone,
  '/sns/oauth2/access_token': exchangeCode,
  '/sns/oauth2/refresh_token': refreshToken,
  '/sns/userinfo': userInfo,
  '/sns/auth': checkToken,
  '/cgi-bin/token': getToken,
  '/cgi-bin/showqrcode': showQr,
  '/cgi-bin/user/info': followerInfo,
};

const POST: Record<string, Handle> = {
  '/connect/oauth2/authorize': decideAuthorize,
  '/cgi-bin/stable_token': stableToken,
  '/cgi-bin/qrcode/create': createQr,
};

const after = (path: string, start: string): string | null =>
  path.startsWith(start) ? path.slice(start.length) : null;

const head = (state: State, id: string): Answer => {
  const user = [...state.users.keys()].find((one) => `${encodeURIComponent(one)}/132` === id);
  return user === undefined ? missing() : image(headPng(state.derive(`head ${user}`)));
};

const route = (state: State, asked: Asked, follow: Follow): Answering => {
  const { method, path, base } = asked;
  const table = method === 'POST' ? POST : method === 'GET' ? GET : {};
  const handle = Object.hasOwn(table, path) ? table[path] : undefined;
  if (handle !== undefined) return handle(state, asked);
  if (method === 'POST') return path === '/phone' ? usePhone(state, asked, follow) : missing();
  const uuid = after(path, '/connect/qrcode/');
  if (uuid !== null) return qrPicture(state, uuid, base);
  const short = after(path, '/q/');
  if (short !== null) return shortTicket(state, short, base);
  const picture = after(path, '/mmopen/');
  return picture === null ? missing() : head(state, picture);
};

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null;
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
};

const plain = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
  body,
});

/** What was asked, or the refusal of it. */
const readRequest = async (state: State, request: IncomingMessage): Promise<Asked | Answer> => {
  const { prefix = '', origin } = state.options;
  const address = request.url ?? '/';
  if (address.length > LONGEST_URL) return plain(414, 'URI Too Long');
  const root = origin ?? `http://${request.headers.host ?? '127.0.0.1'}`;
  if (!URL.canParse(address, root)) return plain(400, 'Bad Request');
  const url = new URL(`${new URL(root).origin}${address.startsWith('/') ? address : '/'}`);
  const isOurs = prefix === '' || url.pathname.startsWith(`${prefix}/`);
  if (!isOurs) return missing();
  const body = await readBody(request);
  if (body === null) return plain(413, 'Payload Too Large');
  return {
    method: request.method ?? 'GET',
    path: url.pathname.slice(prefix.length),
    query: url.searchParams,
    headers: { 'user-agent': request.headers['user-agent'], cookie: request.headers.cookie },
    body,
    base: `${url.origin}${prefix}`,
  };
};

export const createHandler = (state: State, faults: Faults, follow: Follow): RequestListener => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await readRequest(state, request);
    if ('status' in asked) return send(response, asked);
    const fault = faults.take(asked.path);
    const isBefore = fault?.when === 'before' && fault.kind !== 'lag';
    const right = isBefore ? missing() : await route(state, asked, follow);
    if (fault?.kind === 'lag') await wait(fault.ms ?? 1000);
    const said = fault === null ? right : spoil(fault, right);
    if (said === null) request.socket.destroy();
    else send(response, said);
  };
  return (request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent || response.destroyed) response.destroy();
      else send(response, plain(400, 'Bad Request'));
    });
  };
};
