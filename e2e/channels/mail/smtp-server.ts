import { generateKeyPairSync } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { certificate } from '../works/certificate.ts';
import { type ReadLetter, readLetter } from './mime.ts';

/** Where in the conversation: what the server is about to answer. `queued`: the letter is taken, its answer is not out. */
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
  /** `drop`: the connection ends · `lag`: the answer is late · `say`: another answer. */
  kind: 'drop' | 'lag' | 'say';
  ms?: number;
  text?: string;
  /** How often. Default 1. */
  times?: number;
};

export type MailOptions = {
  /** TLS from the first byte, STARTTLS before anything else, or neither. */
  security: 'tls' | 'starttls' | 'none';
  login?: { user: string; password: string };
};

export type TakenLetter = ReadLetter & { from: string; to: string[]; raw: string };

export type MailStandIn = Awaited<ReturnType<typeof openMail>>;

/** As the certificate names it. */
export const MAIL_HOST = 'stand-in';
const LARGEST = 1_000_000;

/** Reads lines, and a letter up to its dot, from a socket that may be replaced by a secured one. */
class Lines {
  #socket: Socket;
  #held = '';
  #ended = false;
  #wake = (): void => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  #listen(): void {
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => {
      this.#held += chunk;
      if (this.#held.length > LARGEST) this.#socket.destroy();
      this.#wake();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake();
    };
    this.#socket.on('end', end).on('close', end).on('error', end);
  }

  secure(socket: Socket): void {
    this.#socket.removeAllListeners();
    // What came before the handshake is nobody's (RFC 3207 §4.2).
    this.#held = '';
    this.#socket = socket;
    this.#listen();
  }

  /** Up to a mark, which is taken along; null when the client is gone. */
  async until(mark: string): Promise<string | null> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        const found = this.#held.slice(0, at);
        this.#held = this.#held.slice(at + mark.length);
        return found;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
const plain = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

/**
 * An SMTP server on loopback, as RFC 5321, 3207 and 4954 have it: it greets, wants TLS and a login where it is told to,
 * refuses recipients, and does what faults say.
 */
export const openMail = async (options: MailOptions) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cert = certificate('0a', privateKey, publicKey);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const letters: TakenLetter[] = [];
  /** Recipients that are refused, with the answer: `550 5.1.1 User unknown`. */
  const refused = new Map<string, string>();
  const faults: (MailFault & { left: number })[] = [];
  const sockets = new Set<Socket>();
  let conversations = 0;

  const faultAt = (at: Step): MailFault | null => {
    const found = faults.find((one) => one.at === at && one.left > 0);
    if (found) found.left -= 1;
    return found ?? null;
  };

  const secured = (socket: Socket): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const upgraded = new TLSSocket(socket, { isServer: true, key, cert });
      sockets.add(upgraded);
      upgraded.once('secure', () => resolve(upgraded));
      upgraded.once('error', reject);
    });

  const converse = async (raw: Socket): Promise<void> => {
    conversations += 1;
    let socket: Socket = options.security === 'tls' ? await secured(raw) : raw;
    let isSecure = options.security === 'tls';
    let isIn = options.login === undefined;
    const lines = new Lines(socket);
    let from = '';
    let to: string[] = [];

    /** Says it, or does what the fault says; false: the conversation is over. */
    const say = async (at: Step, text: string): Promise<boolean> => {
      const fault = faultAt(at);
      if (fault?.kind === 'drop') {
        socket.destroy();
        return false;
      }
      if (fault?.kind === 'lag') await wait(fault.ms ?? 1_000);
      if (socket.destroyed) return false;
      socket.write(`${fault?.kind === 'say' ? fault.text : text}\r\n`);
      return true;
    };
    const offers = (): string => {
      const more = ['PIPELINING', 'SIZE 1000000', '8BITMIME', 'ENHANCEDSTATUSCODES'];
      if (options.security === 'starttls' && !isSecure) more.push('STARTTLS');
      else if (options.login) more.push('AUTH PLAIN LOGIN');
      const all = [`${MAIL_HOST} greets you`, ...more];
      return all.map((one, i) => `250${i === all.length - 1 ? ' ' : '-'}${one}`).join('\r\n');
    };
    const auth = async (line: string): Promise<boolean> => {
      const [, way = '', first = ''] = line.split(' ');
      let given: string[] = [];
      if (way.toUpperCase() === 'PLAIN') {
        let text = first;
        if (text === '') {
          socket.write('334 \r\n');
          text = (await lines.until('\r\n')) ?? '';
        }
        given = plain(text).split('\0').slice(1);
      } else {
        for (const question of ['VXNlcm5hbWU6', 'UGFzc3dvcmQ6']) {
          socket.write(`334 ${question}\r\n`);
          given.push(plain((await lines.until('\r\n')) ?? ''));
        }
      }
      isIn = given[0] === options.login?.user && given[1] === options.login?.password;
      return say(
        'auth',
        isIn
          ? '235 2.7.0 Authentication successful'
          : '535 5.7.8 Authentication credentials invalid',
      );
    };
    const take = async (): Promise<boolean> => {
      if (!(await say('data', '354 End data with <CR><LF>.<CR><LF>'))) return false;
      const fault = faultAt('content');
      if (fault?.kind === 'drop') {
        socket.destroy();
        return false;
      }
      const content = await lines.until('\r\n.\r\n');
      if (content === null) return false;
      const unstuffed = utf8(content.replace(/(^|\r\n)\.\./g, '$1.'));
      if (fault?.kind === 'say') {
        socket.write(`${fault.text}\r\n`);
        return true;
      }
      letters.push({ ...readLetter(unstuffed), from, to, raw: unstuffed });
      return say('queued', '250 2.0.0 Ok: queued');
    };
    const recipient = (address: string): Promise<boolean> => {
      const answer = refused.get(address);
      const other = faults.find((one) => one.at === 'rcpt' && one.kind === 'say' && one.left > 0);
      if (answer === undefined && !other) to.push(address);
      return say('rcpt', answer ?? '250 2.1.5 Ok');
    };

    if (!(await say('greeting', `220 ${MAIL_HOST} ESMTP`))) return;
    for (;;) {
      const line = await lines.until('\r\n');
      if (line === null) return;
      const verb = line.split(' ')[0]?.toUpperCase() ?? '';
      const mustSecure = options.security === 'starttls' && !isSecure;
      let goesOn = true;
      if (verb === 'EHLO') goesOn = await say('ehlo', offers());
      else if (verb === 'STARTTLS' && mustSecure) {
        goesOn = await say('starttls', '220 2.0.0 Ready to start TLS');
        if (!goesOn) return;
        const upgraded = secured(socket);
        socket = await upgraded;
        lines.secure(socket);
        isSecure = true;
      } else if (verb === 'QUIT') {
        socket.end('221 2.0.0 Bye\r\n');
        return;
      } else if (mustSecure) socket.write('530 5.7.0 Must issue a STARTTLS command first\r\n');
      else if (verb === 'AUTH') goesOn = await auth(line);
      else if (!isIn) socket.write('530 5.7.0 Authentication required\r\n');
      else if (verb === 'MAIL') {
        from = /<([^>]*)>/.exec(line)?.[1] ?? '';
        to = [];
        goesOn = await say('mail', '250 2.1.0 Ok');
      } else if (verb === 'RCPT') goesOn = await recipient(/<([^>]*)>/.exec(line)?.[1] ?? '');
      else if (verb === 'DATA')
        if (to.length > 0) goesOn = await take();
        else socket.write('503 5.5.1 No valid recipients\r\n');
      else socket.write('502 5.5.2 Command not recognized\r\n');
      if (!goesOn) return;
    }
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    converse(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Of the certificate authority, which is the server itself. */
    cert,
    letters,
    refused,
    conversations: () => conversations,
    fault: (fault: MailFault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
