import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { type Context, type Email, maskContact, SendFailure } from '@yunbiao/services';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../config/config-contact.ts';

export type SmtpDeps = {
  log: Context['log'];
  /** Trusted certificates. Omitted: those of the system. */
  tls?: ConnectionOptions;
  /** Timeout from the first packet to the complete response, ms. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
/** Timeout of one step, such as a greeting or a response, ms. */
const STEP_TIMEOUT_MS = 15_000;
/** Maximum size of a response, bytes. Responses have one or two lines. */
const MAX_RESPONSE_BYTES = 16_384;

const WRONG_SETTINGS = '本站的邮件设置不对，请联系本站';
const NO_RESPONSE = '邮件服务器暂时没有回应，请稍后重试';
const RECIPIENT_REJECTED = '对方的邮件服务器不收这个地址，请核对有没有写错';
const CONTENT_REJECTED = '邮件服务器不收这封信，请联系本站';

type SmtpError = Error & { code?: string; responseCode?: number };

/** Builds the message (RFC 5322). */
const composeLetter = (from: SmtpSettings['from'], letter: Email): Promise<Buffer> => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return new MailComposer({
    from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${letter.messageId ?? randomUUID()}@${domain}>`,
    // Suppresses out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
};

/** Converts an SMTP error to a failure with a message for users. */
const toSmtpSendFailure = (
  { code, responseCode = 0 }: SmtpError,
  hasBegun: boolean,
): SendFailure => {
  const isFinal = responseCode >= 500;
  if (code === 'EAUTH' || code === 'ETLS') return new SendFailure('later', WRONG_SETTINGS);
  if (code === 'EENVELOPE')
    return isFinal
      ? new SendFailure('refused', RECIPIENT_REJECTED)
      : new SendFailure('later', NO_RESPONSE);
  if (code === 'EMESSAGE')
    return isFinal
      ? new SendFailure('refused', CONTENT_REJECTED)
      : new SendFailure('later', NO_RESPONSE);
  return new SendFailure(hasBegun ? 'unsure' : 'later', NO_RESPONSE);
};

/** One SMTP session, from greeting to QUIT. */
class SmtpSession {
  readonly #connection: SMTPConnection;
  /** Rejects when the connection fails between two steps. Never resolves. */
  readonly #broken: Promise<never>;

  constructor({ host, port, security }: SmtpSettings, tls: ConnectionOptions) {
    this.#connection = new SMTPConnection({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      dnsTimeout: STEP_TIMEOUT_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      // A relay on this machine listens on loopback.
      allowInternalNetworkInterfaces: true,
      tls,
    });
    const connection = this.#connection;
    this.#broken = new Promise((_, reject) => {
      connection.on('error', reject);
      connection.on('end', () => reject(new Error('the connection ended')));
    });
    // The pending step handles the rejection. Between two steps there is no handler.
    this.#broken.catch(() => undefined);
  }

  #step<T>(
    run: (callback: (error?: Error | null, result?: T) => void) => void,
  ): Promise<T | undefined> {
    const operation = new Promise<T | undefined>((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    });
    return Promise.race([operation, this.#broken]);
  }

  async open(login: SmtpSettings['login']): Promise<void> {
    await this.#step((callback) => this.#connection.connect((error) => callback(error)));
    if (!login) return;
    const { user, password } = login;
    await this.#step((callback) =>
      this.#connection.login({ user, pass: password }, (error) => callback(error)),
    );
  }

  async send(from: string, to: string, content: Readable): Promise<void> {
    const failed = new Promise<never>((_, reject) => content.once('error', reject));
    failed.catch(() => undefined);
    const delivery = this.#step((callback) =>
      this.#connection.send({ from, to: [to] }, content, (error) => callback(error)),
    );
    await Promise.race([delivery, failed]);
  }

  close(isDone: boolean): void {
    if (isDone) this.#connection.quit();
    else this.#connection.close();
  }
}

/** Rejects with a timeout error, as for an unresponsive server, when the work takes too long. */
const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Opens a session, logs in and ends it, without sending anything.
 * @throws the client's error, whose `code` tells the step; its message may repeat settings
 */
export const checkSmtp = async (
  settings: SmtpSettings,
  { tls = {}, timeoutMs = TIMEOUT_MS }: Omit<SmtpDeps, 'log'>,
): Promise<void> => {
  const session = new SmtpSession(settings, tls);
  let isDone = false;
  try {
    await withTimeout(timeoutMs, session.open(settings.login));
    isDone = true;
  } finally {
    session.close(isDone);
  }
};

/**
 * Sends letters over SMTP (RFC 5321), one session per letter. `beforeContent` runs after the server
 * accepted sender and recipient, before the first byte of the content.
 * @throws SendFailure
 */
export const createSmtpSender = (
  settings: SmtpSettings,
  { log, tls = {}, timeoutMs: patienceMs }: SmtpDeps,
) => {
  const { from, login } = settings;
  return async (letter: Email, beforeContent?: () => Promise<void>): Promise<void> => {
    const bytes = await composeLetter(from, letter);
    const state = { hasBegun: false, ownError: null as Error | null };
    const streamLetterContent = async function* (): AsyncGenerator<Buffer> {
      try {
        await beforeContent?.();
      } catch (error) {
        state.ownError = error instanceof Error ? error : new Error('not an error');
        throw error;
      }
      state.hasBegun = true;
      yield bytes;
    };
    const session = new SmtpSession(settings, tls);
    let isDone = false;
    try {
      const runSmtpSession = async (): Promise<void> => {
        await session.open(login);
        // The stream is read only after the server requested the content (354).
        await session.send(
          from.address,
          letter.to,
          Readable.from(streamLetterContent(), { objectMode: false }),
        );
      };
      await withTimeout(patienceMs ?? TIMEOUT_MS, runSmtpSession());
      isDone = true;
    } catch (error) {
      if (state.ownError) throw state.ownError;
      const failure = toSmtpSendFailure(error as SmtpError, state.hasBegun);
      const { code, responseCode } = error as SmtpError;
      // Omits the server's response, which repeats the address.
      const to = maskContact(letter.to);
      log.warn('a letter was not sent', { kind: failure.kind, code, responseCode, to });
      throw failure;
    } finally {
      session.close(isDone);
    }
  };
};
