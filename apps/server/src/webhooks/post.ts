import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { getHost, type Outcome, type Outgoing } from '@yunbiao/services';
import { resolveTarget } from './resolve.ts';

/** From the first packet to the whole answer. */
const PATIENCE_MS = 10_000;
/** An answer is a status; what follows is read so far, and no further. */
const ANSWER_BYTES = 16_384;

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: '对方没有在听这个端口',
  ECONNRESET: '对方断开了连接',
  EHOSTUNREACH: '到不了对方的网络',
  ENETUNREACH: '到不了对方的网络',
  ETIMEDOUT: '连不上，超时',
  ABORT_ERR: `${PATIENCE_MS / 1000} 秒内没有答完`,
  CERT_HAS_EXPIRED: '对方的证书过期了',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书是自己签的，不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书是自己签的，不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书链不完整',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不是这个域名的',
};

const getCause = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    CAUSES[code] ??
    (code.startsWith('HPE_') ? '对方答的不是 HTTP' : `没有送到（${code || '连接出错'}）`)
  );
};

const getOutcome = (status: number): Outcome => {
  if (status >= 200 && status < 300) return { status, error: '' };
  const error =
    status >= 300 && status < 400 ? `对方答了 ${status} 转向，不跟着去` : `对方答了 ${status}`;
  return { status, error };
};

/** Sends one message and says what came of it. Follows nothing, throws nothing, and is over within the patience. */
export const postMessage = async (
  { url, body, headers }: Pick<Outgoing, 'url' | 'body' | 'headers'>,
  { allow, signal }: { allow: readonly string[]; signal: AbortSignal },
): Promise<Outcome> => {
  const target = await resolveTarget(url, allow);
  if ('trouble' in target) return { status: null, error: target.trouble };
  const { protocol, host, port, pathname, search } = new URL(url);
  const name = getHost(url);
  const send = protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise<Outcome>((resolve) => {
    let outcome: Outcome = { status: null, error: '对方断开了连接' };
    const request = send({
      method: 'POST',
      host: target.address,
      ...(port ? { port: Number(port) } : {}),
      path: pathname + search,
      // Certificates are for the name; an address has none.
      ...(isIP(name) ? {} : { servername: name }),
      agent: false,
      headers: {
        ...headers,
        Host: host,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Yunbiao-Webhook/1',
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    // Node gives a socket that changes its protocol away, and says nothing else of the request.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(getOutcome(101));
    });
    request.on('error', (error) => resolve({ status: null, error: getCause(error) }));
    // Whatever ends a request without a word more: the try is over.
    request.on('close', () => resolve(outcome));
    request.on('response', (response) => {
      outcome = getOutcome(response.statusCode ?? 0);
      let bytes = 0;
      const finish = (): void => {
        response.destroy();
        resolve(outcome);
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) finish();
      });
      // The status is there: whether the rest comes whole changes nothing.
      for (const end of ['end', 'error', 'close'] as const) response.on(end, finish);
    });
    request.end(body);
  });
};
