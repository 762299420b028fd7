import { readDatabaseClock } from '@yunbiao/services';
import { createFailure, createGood, createWarning } from '../../report/findings.ts';
import { type Check, type DoctorScope, rejectAfterTimeout } from './scope.ts';

/** Differences below this are delay of the network and the whole seconds of a Date header, ms. */
const CLOCK_GOOD_MS = 5_000;
const CLOCK_BAD_MS = 60_000;

type Reading = { from: string; aheadMs: number };

const listHostsWithClocks = ({ config }: DoctorScope): [string, string | undefined][] => [
  ['存储服务（S3）', config.s3?.endpoint ?? config.backupS3?.endpoint],
  ['支付宝', config.alipay?.gateway],
  ['微信支付', config.wechatPay?.url],
  ['短信服务', config.sms?.url],
];

/** How far this machine is ahead of the host, by the Date header of its answer. */
const readClockDifferenceToHost = async (
  { now, timeoutMs }: DoctorScope,
  from: string,
  url: string,
): Promise<Reading | null> => {
  const askedAt = now();
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : { from, aheadMs: (askedAt + now()) / 2 - date };
};

const readClockDifference = async (scope: DoctorScope): Promise<Reading | null> => {
  for (const [from, url] of listHostsWithClocks(scope)) {
    const reading = url
      ? await readClockDifferenceToHost(scope, from, url).catch(() => null)
      : null;
    if (reading) return reading;
  }
  if (!scope.db) return null;
  const askedAt = scope.now();
  const time = await rejectAfterTimeout(scope.timeoutMs, readDatabaseClock(scope.db)).catch(
    () => null,
  );
  return time === null ? null : { from: '数据库', aheadMs: (askedAt + scope.now()) / 2 - time };
};

export const checkClock: Check = async (scope) => {
  const reading = await readClockDifference(scope);
  if (!reading)
    return createWarning(
      '时钟',
      '没有可以比的：没有设置 S3、支付、短信，也不是 PostgreSQL',
      '运行 timedatectl，看“System clock synchronized”是不是 yes',
    );
  const off = Math.abs(reading.aheadMs);
  const side = reading.aheadMs > 0 ? '快' : '慢';
  if (off < CLOCK_GOOD_MS) return createGood('时钟', `和${reading.from}差不到 5 秒`);
  const detail = `比${reading.from}${side} ${Math.round(off / 1_000)} 秒`;
  const advice = '打开自动对时：timedatectl set-ntp true；差得多时签名、登录和支付都会被拒';
  return off < CLOCK_BAD_MS
    ? createWarning('时钟', detail, advice)
    : createFailure('时钟', detail, advice);
};
