import type { CodeSender, ContactSenders, Context, Mailer } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import { buildVerificationCodeEmail } from './code-letter.ts';
import { createOutbox } from './outbox.ts';
import { createSmsSender } from './sms.ts';
import { createSmtpSender } from './smtp.ts';

type Write = (text: string) => void;

const writeToTerminal: Write = (text) => void process.stdout.write(text);

/** Channel of a demo without its own: messages are written to its terminal. */
const TERMINAL_CHANNEL = { isSimulated: true, dailyMax: 1_000 } as const;

const createTerminalSms = (write: Write): CodeSender => ({
  ...TERMINAL_CHANNEL,
  sendCode: ({ to, code, minutes }) => {
    write(`\n【演示短信】发给 ${to}：验证码 ${code}，${minutes} 分钟内有效\n`);
    return Promise.resolve();
  },
});

const createTerminalMail = (write: Write): Mailer => {
  const sendLetter: Mailer['sendLetter'] = async ({ to, subject, text }, beforeContent) => {
    await beforeContent?.();
    write(`\n【演示邮件】发给 ${to}：${subject}\n${text}\n`);
  };
  return {
    ...TERMINAL_CHANNEL,
    sendLetter,
    sendCode: (message) => sendLetter(buildVerificationCodeEmail(message)),
  };
};

const createMailer = ({ mode, mail }: Config, log: Context['log'], write: Write): Mailer | null => {
  if (!mail) return mode === 'demo' ? createTerminalMail(write) : null;
  const sendLetter = createSmtpSender(mail, { log });
  const { dailyMax } = mail;
  return {
    isSimulated: false,
    dailyMax,
    sendLetter,
    sendCode: (message) => sendLetter(buildVerificationCodeEmail(message)),
  };
};

const createCodeSender = (
  { mode, sms }: Config,
  { log, now }: Pick<Context, 'log' | 'now'>,
  write: Write,
): CodeSender | null => {
  if (!sms) return mode === 'demo' ? createTerminalSms(write) : null;
  return {
    isSimulated: false,
    dailyMax: sms.dailyMax,
    sendCode: createSmsSender(sms, { log, now }),
  };
};

/** Creates the configured channels for codes and letters. `stop` waits for pending messages. */
export const createContactSenders = (
  config: Config,
  ctx: Pick<Context, 'log' | 'now'>,
  write: Write = writeToTerminal,
): ContactSenders & { stop: () => Promise<void> } => {
  const outbox = createOutbox(ctx.log);
  return {
    email: createMailer(config, ctx.log, write),
    phone: createCodeSender(config, ctx, write),
    outbox,
    stop: outbox.stop,
  };
};
