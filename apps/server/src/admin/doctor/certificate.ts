import { connect, type PeerCertificate } from 'node:tls';
import { createFailure, createGood, createWarning } from '../../report/findings.ts';
import { type Check, describeNetworkError, type DoctorScope, withTimeout } from './scope.ts';

const DAY_MS = 86_400_000;
/** certbot renews 30 days before the end. */
const RENEW_DAYS = 21;
const URGENT_DAYS = 7;

type Found = { certificate: PeerCertificate; error: string };

const readCertificate = ({ config, tls, timeoutMs }: DoctorScope): Promise<Found> => {
  const { hostname, port } = new URL(config.publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    servername: /^[\d.:]+$/.test(host) ? '' : host,
    host,
    port: Number(port || 443),
    ...tls,
    // An invalid certificate is reported, not refused.
    rejectUnauthorized: false,
  });
  const read = new Promise<Found>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const error: unknown = socket.authorized ? '' : socket.authorizationError;
      resolve({ certificate: socket.getPeerCertificate(), error: String(error ?? '') });
    });
  });
  return withTimeout(timeoutMs, read).finally(() => socket.destroy());
};

const ADVICE =
  '运行 certbot renew，再 systemctl reload nginx；看 systemctl status certbot.timer 在不在跑';

export const checkCertificate: Check = async (scope) => {
  const { publicUrl, mode } = scope.config;
  if (!publicUrl.startsWith('https:'))
    return mode === 'demo'
      ? createGood('证书', '演示不用 https')
      : createWarning(
          '证书',
          'PUBLIC_URL 不是 https',
          '对外的网站要用 https，见 docs/operations.md 的“nginx 和证书”',
        );
  let found: Found;
  try {
    found = await readCertificate(scope);
  } catch (error) {
    return createFailure(
      '证书',
      `${publicUrl} 连不上：${describeNetworkError(error)}`,
      '看域名指到哪里、nginx 开着没有、443 端口放行没有',
    );
  }
  const days = Math.floor((Date.parse(found.certificate.valid_to) - scope.now()) / DAY_MS);
  if (days < 0) return createFailure('证书', `过期 ${-days} 天了`, ADVICE);
  if (found.error !== '')
    return createFailure(
      '证书',
      `浏览器不认（${found.error}）`,
      '看 nginx 里是不是这个域名的证书，ssl_certificate 要用 fullchain.pem',
    );
  const detail = `还有 ${days} 天`;
  if (days < URGENT_DAYS) return createFailure('证书', detail, ADVICE);
  return days < RENEW_DAYS ? createWarning('证书', detail, ADVICE) : createGood('证书', detail);
};
