import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { type Context, type Letter, maskContact, SendFailure } from '@yunbiao/services';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../config-contact.ts';

export type SmtpDeps = {
  log: Context['log'];
  /** Which certificates are believed; left out: those of the system. */
  tls?: ConnectionOptions;
  /** From the first packet to the whole answer, ms. */
  patienceMs?: number;
};

const PATIENCE_MS = 30_000;
/** Of one step: a greeting, an answer. */
const STEP_MS = 15_000;
/** An answer is a line or two. */
const ANSWER_BYTES = 16_384;

const WRONG_SETTINGS = '本站的邮件设置不对，请联系本站';
const SILENT = '邮件服务器暂时没有回应，请稍后再试';
const NOT_TAKEN = '对方的邮件服务器不收这个地址，请核对有没有写错';
const NOT_READ = '邮件服务器不收这封信，请联系本站';

type SmtpError = Error & { code?: string; responseCode?: number };

/** The letter as it travels (RFC 5322). */
const compose = (from: SmtpSettings['from'], letter: Letter): Promise<Buffer> => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return new MailComposer({
    from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${letter.messageId ?? randomUUID()}@${domain}>`,
    // No out-of-office answers to a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
};

/** What became of it when it went wrong, in words for people. */
const getFailure = ({ code, responseCode = 0 }: SmtpError, hasBegun: boolean): SendFailure => {
  const isFinal = responseCode >= 500;
  if (code === 'EAUTH' || code === 'ETLS') return new SendFailure('later', WRONG_SETTINGS);
  if (code === 'EENVELOPE')
    return isFinal ? new SendFailure('refused', NOT_TAKEN) : new SendFailure('later', SILENT);
  if (code === 'EMESSAGE')
    return isFinal ? new SendFailure('refused', NOT_READ) : new SendFailure('later', SILENT);
  return new SendFailure(hasBegun ? 'unsure' : 'later', SILENT);
};

/** One conversation with the server, from greeting to goodbye. */
class Conversation {
  readonly #connection: SMTPConnection;
  /** Never settles but by failing: whatever goes wrong between two steps. */
  readonly #broken: Promise<never>;

  constructor({ host, port, security }: SmtpSettings, tls: ConnectionOptions) {
    this.#connection = new SMTPConnection({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      maxResponseSize: ANSWER_BYTES,
      // Loopback is where a relay of the machine's own listens.
      allowInternalNetworkInterfaces: true,
      tls,
    });
    const connection = this.#connection;
    this.#broken = new Promise((_, reject) => {
      connection.on('error', reject);
      connection.on('end', () => reject(new Error('the connection ended')));
    });
    // Heard by whichever step is under way; between two of them by nobody.
    this.#broken.catch(() => undefined);
  }

  #step<T>(
    run: (done: (error?: Error | null, result?: T) => void) => void,
  ): Promise<T | undefined> {
    const own = new Promise<T | undefined>((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    });
    return Promise.race([own, this.#broken]);
  }

  async open(login: SmtpSettings['login']): Promise<void> {
    await this.#step((done) => this.#connection.connect((error) => done(error)));
    if (!login) return;
    const { user, password: pass } = login;
    await this.#step((done) => this.#connection.login({ user, pass }, (error) => done(error)));
  }

  async send(from: string, to: string, content: Readable): Promise<void> {
    const failed = new Promise<never>((_, reject) => content.once('error', reject));
    failed.catch(() => undefined);
    const sent = this.#step((done) =>
      this.#connection.send({ from, to: [to] }, content, (error) => done(error)),
    );
    await Promise.race([sent, failed]);
  }

  leave(isDone: boolean): void {
    if (isDone) this.#connection.quit();
    else this.#connection.close();
  }
}

/** Times out, and says so like a server that is silent. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Sends letters over SMTP (RFC 5321), a conversation each. `beforeContent` is done once the server has accepted sender
 * and recipient, before the first byte of the letter. @throws SendFailure
 */
export const createSmtp = (settings: SmtpSettings, { log, tls = {}, patienceMs }: SmtpDeps) => {
  const { from, login } = settings;
  return async (letter: Letter, beforeContent?: () => Promise<void>): Promise<void> => {
    const bytes = await compose(from, letter);
    const state = { hasBegun: false, ownError: null as Error | null };
    const content = async function* (): AsyncGenerator<Buffer> {
      try {
        await beforeContent?.();
      } catch (error) {
        state.ownError = error instanceof Error ? error : new Error('not an error');
        throw error;
      }
      state.hasBegun = true;
      yield bytes;
    };
    const talk = new Conversation(settings, tls);
    let isDone = false;
    try {
      const run = async (): Promise<void> => {
        await talk.open(login);
        // Read from when the server asks for it (354), and not before.
        await talk.send(from.address, letter.to, Readable.from(content(), { objectMode: false }));
      };
      await within(patienceMs ?? PATIENCE_MS, run());
      isDone = true;
    } catch (error) {
      if (state.ownError) throw state.ownError;
      const failure = getFailure(error as SmtpError, state.hasBegun);
      const { code, responseCode } = error as SmtpError;
      // Not what the server said: it repeats the address.
      const to = maskContact(letter.to);
      log.warn('a letter was not sent', { kind: failure.kind, code, responseCode, to });
      throw failure;
    } finally {
      talk.leave(isDone);
    }
  };
};
