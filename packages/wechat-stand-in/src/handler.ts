import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createImageAnswer, createNotFoundAnswer } from './answer.ts';
import type { Answer, StandInRequest } from './answer.ts';
import {
  createQrTicket,
  getFollowerInfo,
  issueAccessToken,
  showTicketQrCode,
  issueStableToken,
} from './cgi.ts';
import { applyFault } from './wechat-faults.ts';
import type { WechatFaults } from './wechat-faults.ts';
import { MAX_BODY_BYTES, MAX_URL_LENGTH } from './options.ts';
import {
  handleWebAuthorization,
  handleAuthorizationDecision,
  showShortTicket,
  showPhonePage,
  handlePhoneAction,
} from './phone.ts';
import type { Follow } from './phone.ts';
import { encodeAvatarPng } from './png.ts';
import { answerSignInPoll, showQrConnect, showQrPicture, createLoginScript } from './sign-in.ts';
import { checkToken, exchangeCode, refreshToken, getUserInfo } from './sns.ts';
import type { State } from './state.ts';

type Handle = (state: State, request: StandInRequest) => Answer;
type AnswerOrPromise = Answer | Promise<Answer>;

const GET: Record<string, Handle> = {
  '/connect/qrconnect': showQrConnect,
  '/connect/l/qrconnect': answerSignInPoll,
  '/connect/oauth2/authorize': handleWebAuthorization,
  '/connect/zh_CN/htmledition/js/wxLogin.js': (_, { base }) => createLoginScript(base),
  '/phone': showPhonePage,
  '/sns/oauth2/access_token': exchangeCode,
  '/sns/oauth2/refresh_token': refreshToken,
  '/sns/userinfo': getUserInfo,
  '/sns/auth': checkToken,
  '/cgi-bin/token': issueAccessToken,
  '/cgi-bin/showqrcode': showTicketQrCode,
  '/cgi-bin/user/info': getFollowerInfo,
};

const POST: Record<string, Handle> = {
  '/connect/oauth2/authorize': handleAuthorizationDecision,
  '/cgi-bin/stable_token': issueStableToken,
  '/cgi-bin/qrcode/create': createQrTicket,
};

const stripPrefix = (path: string, start: string): string | null =>
  path.startsWith(start) ? path.slice(start.length) : null;

const createAvatarAnswer = (state: State, id: string): Answer => {
  const user = [...state.users.keys()].find((userId) => `${encodeURIComponent(userId)}/132` === id);
  return user === undefined
    ? createNotFoundAnswer()
    : createImageAnswer(encodeAvatarPng(state.derive(`head ${user}`)));
};

const routeRequest = (state: State, request: StandInRequest, follow: Follow): AnswerOrPromise => {
  const { method, path, base } = request;
  const table = method === 'POST' ? POST : method === 'GET' ? GET : {};
  const handle = Object.hasOwn(table, path) ? table[path] : undefined;
  if (handle !== undefined) return handle(state, request);
  if (method === 'POST')
    return path === '/phone' ? handlePhoneAction(state, request, follow) : createNotFoundAnswer();
  const uuid = stripPrefix(path, '/connect/qrcode/');
  if (uuid !== null) return showQrPicture(state, uuid, base);
  const short = stripPrefix(path, '/q/');
  if (short !== null) return showShortTicket(state, short, base);
  const picture = stripPrefix(path, '/mmopen/');
  return picture === null ? createNotFoundAnswer() : createAvatarAnswer(state, picture);
};

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const sendAnswer = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
};

const createTextAnswer = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
  body,
});

/** The parsed request, or an error answer. */
const readRequest = async (
  state: State,
  request: IncomingMessage,
): Promise<StandInRequest | Answer> => {
  const { prefix = '', origin } = state.options;
  const address = request.url ?? '/';
  if (address.length > MAX_URL_LENGTH) return createTextAnswer(414, 'URI Too Long');
  const root = origin ?? `http://${request.headers.host ?? '127.0.0.1'}`;
  if (!URL.canParse(address, root)) return createTextAnswer(400, 'Bad Request');
  const url = new URL(`${new URL(root).origin}${address.startsWith('/') ? address : '/'}`);
  const isOurs = prefix === '' || url.pathname.startsWith(`${prefix}/`);
  if (!isOurs) return createNotFoundAnswer();
  const body = await readBody(request);
  if (body === null) return createTextAnswer(413, 'Payload Too Large');
  return {
    method: request.method ?? 'GET',
    path: url.pathname.slice(prefix.length),
    query: url.searchParams,
    headers: { 'user-agent': request.headers['user-agent'], cookie: request.headers.cookie },
    body,
    base: `${url.origin}${prefix}`,
  };
};

export const createRequestHandler = (
  state: State,
  faults: WechatFaults,
  follow: Follow,
): RequestListener => {
  const handleRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const parsedRequest = await readRequest(state, request);
    if ('status' in parsedRequest) return sendAnswer(response, parsedRequest);
    const fault = faults.consume(parsedRequest.path);
    const isBefore = fault?.when === 'before' && fault.kind !== 'lag';
    const right = isBefore
      ? createNotFoundAnswer()
      : await routeRequest(state, parsedRequest, follow);
    if (fault?.kind === 'lag') await wait(fault.ms ?? 1000);
    const finalAnswer = fault === null ? right : applyFault(fault, right);
    if (finalAnswer === null) request.socket.destroy();
    else sendAnswer(response, finalAnswer);
  };
  return (request, response) => {
    handleRequest(request, response).catch(() => {
      if (response.headersSent || response.destroyed) response.destroy();
      else sendAnswer(response, createTextAnswer(400, 'Bad Request'));
    });
  };
};
