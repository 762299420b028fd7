import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { zb64Crc } from './graphic.ts';

/** A host on a raw socket that keeps all it hears. */
export type Host = {
  socket: Socket;
  heard: () => string;
  send: (text: string) => void;
  /** Waits until what was heard matches; rejects when the connection ends first. */
  until: (pattern: RegExp) => Promise<string>;
  closed: Promise<unknown>;
  ended: () => boolean;
};

export const dial = async (port: number): Promise<Host> => {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of Array.from(waiting)) look();
  };
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wake();
  });
  const closed = new Promise((resolve) => {
    socket.on('close', () => {
      over = true;
      wake();
      resolve(null);
    });
  });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => text,
    send: (bytes) => socket.write(bytes, 'latin1'),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(text) && !over) return;
          waiting.delete(look);
          if (pattern.test(text)) resolve(text);
          else reject(new Error(`ended without ${pattern}: ${JSON.stringify(text)}`));
        };
        waiting.add(look);
        look();
      }),
    closed,
    ended: () => over,
  };
};

/** The fields of one answer to ~HS. */
export type Fields = { first: string[]; second: string[]; third: string[] };

export const fieldsOf = (answer: string): Fields => {
  const strings = [...answer.matchAll(/\x02([^\x03]*)\x03\r\n/g)].map((one) =>
    (one[1] ?? '').split(','),
  );
  const [first = [], second = [], third = []] = strings.slice(-3);
  return { first, second, third };
};

const THREE = /(?:\x02[^\x03]*\x03\r\n){3}/;

/** Asks ~HS on a connection of its own. */
export const askStatus = async (port: number): Promise<Fields> => {
  const host = await dial(port);
  host.send('~HS');
  const answer = await host.until(THREE);
  host.socket.destroy();
  return fieldsOf(answer);
};

export const askVariable = async (port: number, name: string): Promise<string> => {
  const host = await dial(port);
  host.send(`! U1 getvar "${name}"\r\n`);
  const answer = await host.until(/"[^"]*"/);
  host.socket.destroy();
  return answer;
};

/** A label that says its name, `mm` long at 8 dots/mm. */
export const label = (name: string, mm = 30, more = ''): string =>
  `^XA^LL${mm * 8}${more}^FO20,20^FD${name}^FS^XZ`;

/** The test's identity of a label: its text. */
export const byText = (drawn: { fields: { data: string }[] }): string =>
  drawn.fields.map((field) => field.data).join('|');

export const zb64 = (kind: 'Z64' | 'B64', rows: Uint8Array): string => {
  const bytes = kind === 'Z64' ? deflateSync(rows) : rows;
  const encoded = Buffer.from(bytes).toString('base64');
  return `:${kind}:${encoded}:${zb64Crc(encoded)}`;
};

/** Waits for a fact to become true, as long as a busy machine may need. */
export const eventually = <T>(fact: () => T) => expect.poll(fact, { timeout: 15_000 });
