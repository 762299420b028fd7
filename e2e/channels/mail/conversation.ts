import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Lines } from './lines.ts';
import { type ReadLetter, readLetter } from './mime.ts';

/**
 * The point in the conversation at which the server answers. `queued`: the message is accepted but
 * not yet acknowledged.
 */
export type Step =
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'content'
  | 'queued';

export type MailFault = {
  at: Step;
  /** `drop`: closes the connection · `lag`: delays the answer · `say`: sends another answer. */
  kind: 'drop' | 'lag' | 'say';
  ms?: number;
  text?: string;
  /** Number of times. Default 1. */
  times?: number;
};

export type MailOptions = {
  /** TLS from the first byte, mandatory STARTTLS, or neither. */
  security: 'tls' | 'starttls' | 'none';
  login?: { user: string; password: string };
};

export type TakenLetter = ReadLetter & { from: string; to: string[]; raw: string };

/** State shared by all conversations of a server. */
export type House = {
  options: MailOptions;
  letters: TakenLetter[];
  /** Rejected recipients, with the response. */
  refused: ReadonlyMap<string, string>;
  /** Returns the fault of that step and consumes it. */
  takeFault: (at: Step) => MailFault | null;
  secured: (socket: Socket) => Promise<Socket>;
};

/** The host name in the certificate. */
export const MAIL_HOST = 'stand-in';

const decodeUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
const decodeBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const parseAddress = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
/** `Username:` and `Password:`, the prompts of AUTH LOGIN. */
const QUESTIONS = ['VXNlcm5hbWU6', 'UGFzc3dvcmQ6'];

/**
 * One client from greeting to QUIT: RFC 5321, 3207 and 4954. Its steps return whether the
 * conversation continues.
 */
export class Conversation {
  readonly #house: House;
  readonly #lines: Lines;
  #socket: Socket;
  #isSecure: boolean;
  #isIn: boolean;
  #from = '';
  #to: string[] = [];

  constructor(house: House, socket: Socket) {
    this.#house = house;
    this.#socket = socket;
    this.#lines = new Lines(socket);
    this.#isSecure = house.options.security === 'tls';
    this.#isIn = house.options.login === undefined;
  }

  get #mustSecure(): boolean {
    return this.#house.options.security === 'starttls' && !this.#isSecure;
  }

  #write(text: string): boolean {
    this.#socket.write(`${text}\r\n`);
    return true;
  }

  /** Sends the response, or applies the fault instead. */
  async #say(at: Step, text: string): Promise<boolean> {
    const fault = this.#house.takeFault(at);
    if (fault?.kind === 'drop') this.#socket.destroy();
    if (fault?.kind === 'lag') await wait(fault.ms ?? 1_000);
    if (this.#socket.destroyed) return false;
    return this.#write(fault?.kind === 'say' ? (fault.text ?? '') : text);
  }

  #offers(): string {
    const { login } = this.#house.options;
    const more = ['PIPELINING', 'SIZE 1000000', '8BITMIME', 'ENHANCEDSTATUSCODES'];
    if (this.#mustSecure) more.push('STARTTLS');
    else if (login) more.push('AUTH PLAIN LOGIN');
    const all = [`${MAIL_HOST} greets you`, ...more];
    return all.map((item, i) => `250${i === all.length - 1 ? ' ' : '-'}${item}`).join('\r\n');
  }

  async #startTls(): Promise<boolean> {
    if (!(await this.#say('starttls', '220 2.0.0 Ready to start TLS'))) return false;
    this.#socket = await this.#house.secured(this.#socket);
    this.#lines.secure(this.#socket);
    this.#isSecure = true;
    return true;
  }

  async #ask(question: string): Promise<string> {
    this.#write(`334 ${question}`);
    return decodeBase64((await this.#lines.until('\r\n')) ?? '');
  }

  async #auth(line: string): Promise<boolean> {
    const [, way = '', first = ''] = line.split(' ');
    let given: string[] = [];
    if (way.toUpperCase() === 'PLAIN')
      given = (first === '' ? await this.#ask('') : decodeBase64(first)).split('\0').slice(1);
    else for (const question of QUESTIONS) given.push(await this.#ask(question));
    const { login } = this.#house.options;
    this.#isIn = given[0] === login?.user && given[1] === login?.password;
    return this.#say(
      'auth',
      this.#isIn
        ? '235 2.7.0 Authentication successful'
        : '535 5.7.8 Authentication credentials invalid',
    );
  }

  async #recipient(address: string): Promise<boolean> {
    const refusal = this.#house.refused.get(address);
    if (refusal !== undefined) return this.#say('rcpt', refusal);
    const fault = this.#house.takeFault('rcpt');
    if (fault?.kind === 'say') return this.#write(fault.text ?? '');
    if (fault?.kind === 'drop') this.#socket.destroy();
    if (fault?.kind === 'lag') await wait(fault.ms ?? 1_000);
    this.#to.push(address);
    return !this.#socket.destroyed && this.#write('250 2.1.5 Ok');
  }

  async #take(): Promise<boolean> {
    if (this.#to.length === 0) return this.#write('503 5.5.1 No valid recipients');
    if (!(await this.#say('data', '354 End data with <CR><LF>.<CR><LF>'))) return false;
    const fault = this.#house.takeFault('content');
    if (fault?.kind === 'drop') {
      this.#socket.destroy();
      return false;
    }
    const content = await this.#lines.until('\r\n.\r\n');
    if (content === null) return false;
    if (fault?.kind === 'say') return this.#write(fault.text ?? '');
    const raw = decodeUtf8(content.replace(/(^|\r\n)\.\./g, '$1.'));
    this.#house.letters.push({ ...readLetter(raw), from: this.#from, to: this.#to, raw });
    return this.#say('queued', '250 2.0.0 Ok: queued');
  }

  #mail(line: string): Promise<boolean> {
    this.#from = parseAddress(line);
    this.#to = [];
    return this.#say('mail', '250 2.1.0 Ok');
  }

  #answer(line: string): Promise<boolean> | boolean {
    const verb = line.split(' ')[0]?.toUpperCase() ?? '';
    if (verb === 'EHLO') return this.#say('ehlo', this.#offers());
    if (verb === 'STARTTLS' && this.#mustSecure) return this.#startTls();
    if (verb === 'QUIT') {
      this.#socket.end('221 2.0.0 Bye\r\n');
      return false;
    }
    if (this.#mustSecure) return this.#write('530 5.7.0 Must issue a STARTTLS command first');
    if (verb === 'AUTH') return this.#auth(line);
    if (!this.#isIn) return this.#write('530 5.7.0 Authentication required');
    if (verb === 'MAIL') return this.#mail(line);
    if (verb === 'RCPT') return this.#recipient(parseAddress(line));
    return verb === 'DATA' ? this.#take() : this.#write('502 5.5.2 Command not recognized');
  }

  async run(): Promise<void> {
    if (!(await this.#say('greeting', `220 ${MAIL_HOST} ESMTP`))) return;
    for (;;) {
      const line = await this.#lines.until('\r\n');
      if (line === null || !(await this.#answer(line))) return;
    }
  }
}
