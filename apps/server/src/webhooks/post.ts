import { request as plainRequest } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { getLookupHost, type DeliveryOutcome, type Outgoing } from '@yunbiao/services';
import { resolveWebhookTarget } from './resolve.ts';

/** Timeout from the first packet to the complete response, ms. */
const TIMEOUT_MS = 10_000;
/** Maximum number of response bytes read. Only the status matters. */
const MAX_RESPONSE_BYTES = 16_384;

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: '对方没有在听这个端口',
  ECONNRESET: '对方断开了连接',
  EHOSTUNREACH: '到不了对方的网络',
  ENETUNREACH: '到不了对方的网络',
  ETIMEDOUT: '连不上，超时',
  ABORT_ERR: `${TIMEOUT_MS / 1000} 秒内没有答完`,
  CERT_HAS_EXPIRED: '对方的证书过期了',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书是自己签的，不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书是自己签的，不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书链不完整',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不是这个域名的',
};

const describeConnectionError = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    CAUSES[code] ??
    (code.startsWith('HPE_') ? '对方答的不是 HTTP' : `没有送到（${code || '连接出错'}）`)
  );
};

const toDeliveryOutcome = (status: number): DeliveryOutcome => {
  if (status >= 200 && status < 300) return { status, error: '' };
  const error =
    status >= 300 && status < 400 ? `对方答了 ${status} 转向，不跟着去` : `对方答了 ${status}`;
  return { status, error };
};

/** Builds the options of a request to the resolved address of the URL. */
const buildRequestOptions = (
  { url, body, headers }: Pick<Outgoing, 'url' | 'body' | 'headers'>,
  address: string,
  signal: AbortSignal,
): RequestOptions => {
  const { host, port, pathname, search } = new URL(url);
  const name = getLookupHost(url);
  return {
    method: 'POST',
    host: address,
    ...(port ? { port: Number(port) } : {}),
    path: pathname + search,
    // Certificates are issued for names, so an IP address has no SNI.
    ...(isIP(name) ? {} : { servername: name }),
    agent: false,
    headers: {
      ...headers,
      Host: host,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Yunbiao-Webhook/1',
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  };
};

/**
 * Sends one message and returns the result. Follows no redirects, never throws, and finishes within
 * the timeout.
 */
export const postWebhookMessage = async (
  message: Pick<Outgoing, 'url' | 'body' | 'headers'>,
  { allow, signal }: { allow: readonly string[]; signal: AbortSignal },
): Promise<DeliveryOutcome> => {
  const { url, body } = message;
  const target = await resolveWebhookTarget(url, allow);
  if ('trouble' in target) return { status: null, error: target.trouble };
  const send = new URL(url).protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise<DeliveryOutcome>((resolve) => {
    let outcome: DeliveryOutcome = { status: null, error: '对方断开了连接' };
    const request = send(buildRequestOptions(message, target.address, signal));
    // After a protocol change Node hands over the socket and emits no further events of the
    // request.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(toDeliveryOutcome(101));
    });
    request.on('error', (error) =>
      resolve({ status: null, error: describeConnectionError(error) }),
    );
    // The request may close without any other event.
    request.on('close', () => resolve(outcome));
    request.on('response', (response) => {
      outcome = toDeliveryOutcome(response.statusCode ?? 0);
      let bytes = 0;
      const finishResponse = (): void => {
        response.destroy();
        resolve(outcome);
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_RESPONSE_BYTES) finishResponse();
      });
      // The status is known; an incomplete body changes nothing.
      for (const end of ['end', 'error', 'close'] as const) response.on(end, finishResponse);
    });
    request.end(body);
  });
};
