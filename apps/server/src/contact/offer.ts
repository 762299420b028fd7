import type { CodeSender, ContactSenders, Context, Mailer } from '@yunbiao/services';
import type { Config } from '../config.ts';
import { codeLetter } from './code-letter.ts';
import { createOutbox } from './outbox.ts';
import { createSms } from './sms.ts';
import { createSmtp } from './smtp.ts';

type Write = (text: string) => void;

const toTerminal: Write = (text) => void process.stdout.write(text);

/** A demo without a channel of its own writes into its terminal what it would send. */
const STAND_IN = { isStandIn: true, dailyMax: 1_000 } as const;

const standInPhone = (write: Write): CodeSender => ({
  ...STAND_IN,
  sendCode: ({ to, code, minutes }) => {
    write(`\n【演示短信】发给 ${to}：验证码 ${code}，${minutes} 分钟内有效\n`);
    return Promise.resolve();
  },
});

const standInMail = (write: Write): Mailer => {
  const sendLetter: Mailer['sendLetter'] = async ({ to, subject, text }, beforeContent) => {
    await beforeContent?.();
    write(`\n【演示邮件】发给 ${to}：${subject}\n${text}\n`);
  };
  return { ...STAND_IN, sendLetter, sendCode: (message) => sendLetter(codeLetter(message)) };
};

const getMail = ({ mode, mail }: Config, log: Context['log'], write: Write): Mailer | null => {
  if (!mail) return mode === 'demo' ? standInMail(write) : null;
  const sendLetter = createSmtp(mail, { log });
  const { dailyMax } = mail;
  return {
    isStandIn: false,
    dailyMax,
    sendLetter,
    sendCode: (message) => sendLetter(codeLetter(message)),
  };
};

const getPhone = (
  { mode, sms }: Config,
  { log, now }: Pick<Context, 'log' | 'now'>,
  write: Write,
): CodeSender | null => {
  if (!sms) return mode === 'demo' ? standInPhone(write) : null;
  return { isStandIn: false, dailyMax: sms.dailyMax, sendCode: createSms(sms, { log, now }) };
};

/** How members are reached, as configured. `stop` lets what is under way come to its end. */
export const offerContact = (
  config: Config,
  ctx: Pick<Context, 'log' | 'now'>,
  write: Write = toTerminal,
): ContactSenders & { stop: () => Promise<void> } => {
  const outbox = createOutbox(ctx.log);
  return {
    email: getMail(config, ctx.log, write),
    phone: getPhone(config, ctx, write),
    outbox,
    stop: outbox.stop,
  };
};
