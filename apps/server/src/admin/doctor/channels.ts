import { checkSmtp } from '../../contact/smtp.ts';
import { createFailure, createGood, createWarning, type Finding } from '../../report/findings.ts';
import { type Check, describeNetworkError, type DoctorScope, rejectAfterTimeout } from './scope.ts';

/** What the mail server's refusal means, by the code of the client. */
const MAIL_FAULTS: Readonly<Record<string, [string, string]>> = {
  EAUTH: ['不认用户名或密码', '修改 SMTP_USER 和 SMTP_PASSWORD：很多邮箱要用授权码，不是登录密码'],
  ETLS: ['加密谈不成', '修改 SMTP_SECURITY：465 端口用 tls，587 用 starttls'],
  EDNS: ['找不到这个主机', '修改 SMTP_HOST'],
};

export const checkMail: Check = async ({ config: { mail }, tls, timeoutMs }) => {
  if (!mail) return createGood('邮件', '没有设置：会员不能用邮箱，其余不受影响');
  const place = `${mail.host}:${mail.port}`;
  try {
    await rejectAfterTimeout(timeoutMs, checkSmtp(mail, { ...(tls ? { tls } : {}), timeoutMs }));
    return createGood('邮件', `${place} 连得上${mail.login ? '，登录成功' : ''}（没有真的发信）`);
  } catch (error) {
    const code = describeNetworkError(error);
    const [reason, advice] = MAIL_FAULTS[code] ?? [
      code,
      '看 SMTP_HOST、SMTP_PORT 写对没有，这台机器的防火墙放行没有（很多云主机封 25 端口）',
    ];
    return createFailure('邮件', `${place} ${reason}`, advice);
  }
};

/** Any answer means that the host is reached: without a signed request there is none but an error. */
const requireUrlAnswers = async (url: string, timeoutMs: number): Promise<void> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
  await response.body?.cancel();
};

/** The settings are refused at the start when a key is none; only a payment shows that it is the right one. */
const KEY_READ = '密钥读得懂';

const checkHost = async (
  name: string,
  {
    url,
    timeoutMs,
    setting,
    key,
  }: { url: string; timeoutMs: number; setting: string; key: string },
): Promise<Finding> => {
  const { host } = new URL(url);
  try {
    await requireUrlAnswers(url, timeoutMs);
    return createGood(name, `${host} 连得上，${key}`);
  } catch (error) {
    return createFailure(
      name,
      `${host} 连不上：${describeNetworkError(error)}`,
      `看这台机器能不能上网、时钟准不准；${setting} 平时不用写`,
    );
  }
};

export const checkSms: Check = async ({ config: { sms }, timeoutMs }) =>
  sms
    ? checkHost('短信', {
        url: sms.url,
        timeoutMs,
        setting: 'SMS_URL',
        key: '密钥对不对，发短信时才知道',
      })
    : createGood('短信', '没有设置：会员不能绑定手机号，其余不受影响');

export const checkPaymentHosts = async ({ config, timeoutMs }: DoctorScope): Promise<Finding[]> => {
  const { alipay, wechatPay, payAccount, mode } = config;
  const findings = [
    ...(alipay
      ? [
          await checkHost('支付宝', {
            url: alipay.gateway,
            timeoutMs,
            setting: 'ALIPAY_URL',
            key: KEY_READ,
          }),
        ]
      : []),
    ...(wechatPay
      ? [
          await checkHost('微信支付', {
            url: wechatPay.url,
            timeoutMs,
            setting: 'WECHAT_PAY_URL',
            key: KEY_READ,
          }),
        ]
      : []),
  ];
  if (findings.length > 0) return findings;
  if (payAccount) return [createGood('支付', '只收转账，收款账户写好了')];
  return [
    mode === 'demo'
      ? createGood('支付', '演示不收钱')
      : createWarning(
          '支付',
          '没有设置，订单上请会员问客服',
          '写上 PAY_ACCOUNT_ 三项收转账，或者 ALIPAY_、WECHAT_PAY_ 收在线支付',
        ),
  ];
};
