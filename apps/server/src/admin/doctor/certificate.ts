import { connect, type PeerCertificate } from 'node:tls';
import { createFailure, createGood, createWarning, type Finding } from '../../report/findings.ts';
import { type Check, describeNetworkError, type DoctorScope, rejectAfterTimeout } from './scope.ts';

const DAY_MS = 86_400_000;
/**
 * Remaining days below which the renewal must have failed: certbot renews 30 days before the end.
 */
const RENEW_DAYS = 21;
const URGENT_DAYS = 7;

export type FoundCertificate = { certificate: PeerCertificate; error: string };

const fetchPublicCertificate = ({
  config,
  tls,
  timeoutMs,
}: DoctorScope): Promise<FoundCertificate> => {
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
  const read = new Promise<FoundCertificate>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const error: unknown = socket.authorized ? '' : socket.authorizationError;
      resolve({ certificate: socket.getPeerCertificate(), error: String(error ?? '') });
    });
  });
  return rejectAfterTimeout(timeoutMs, read).finally(() => socket.destroy());
};

const ADVICE =
  '运行 certbot renew，再 systemctl reload nginx；看 systemctl status certbot.timer 在不在跑';

/** A certificate whose end cannot be read is a failure: nothing shows that it is valid. */
export const judgeCertificate = (
  { certificate, error }: FoundCertificate,
  now: number,
): Finding => {
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  if (Number.isNaN(days))
    return createFailure('证书', '读不出到期的日子', '看 nginx 里 ssl_certificate 指到哪个文件');
  if (days < 0) return createFailure('证书', `过期 ${-days} 天了`, ADVICE);
  if (error !== '')
    return createFailure(
      '证书',
      `浏览器不认（${error}）`,
      '看 nginx 里是不是这个域名的证书，ssl_certificate 要用 fullchain.pem',
    );
  const detail = `还有 ${days} 天`;
  if (days < URGENT_DAYS) return createFailure('证书', detail, ADVICE);
  return days < RENEW_DAYS ? createWarning('证书', detail, ADVICE) : createGood('证书', detail);
};

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
  let certificate: FoundCertificate;
  try {
    certificate = await fetchPublicCertificate(scope);
  } catch (error) {
    return createFailure(
      '证书',
      `${publicUrl} 连不上：${describeNetworkError(error)}`,
      '看域名指到哪里、nginx 开着没有、443 端口放行没有',
    );
  }
  return judgeCertificate(certificate, scope.now());
};
