import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Target: the server's port and a member's token. */
export type Place = { port: number; token: string };
export type Attack = { name: string; run: (place: Place) => Promise<void> };

/** Other local addresses than the visitor's; on Linux all of 127/8 is local. */
const getOtherAddress = (n: number): string => `127.0.1.${1 + (n % 16)}`;

type Dial = { from?: string; text?: string | Buffer };

/** A connection that never closes its own side and reads every reply. */
const open = (port: number, { from = getOtherAddress(0), text }: Dial): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  socket.on('error', () => {});
  socket.resume();
  if (text !== undefined) socket.once('connect', () => socket.write(text));
  return socket;
};

/**
 * Opens `count` connections in small groups (so that the system's accept queue is not the
 * bottleneck), holds them, and releases them.
 */
const holdConnections = async (
  port: number,
  count: number,
  dial: (n: number) => Dial,
  ms: number,
): Promise<void> => {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    sockets.push(open(port, dial(n)));
    if (n % 50 === 49) await sleep(5);
  }
  await sleep(ms);
  for (const socket of sockets) socket.destroy();
};

/** Sends requests, `width` at a time, each on a new connection; waits for a response or the end. */
const send = async (
  port: number,
  count: number,
  width: number,
  text: (n: number) => string | Buffer,
): Promise<void> => {
  let next = 0;
  const openRepeatedly = async (): Promise<void> => {
    while (next < count) {
      const socket = open(port, { from: getOtherAddress(next), text: text(next++) });
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, 30_000);
        const finish = (): void => {
          clearTimeout(late);
          resolve();
        };
        socket.once('data', finish).once('close', finish);
      });
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: width }, openRepeatedly));
};

const HOST = 'Host: 127.0.0.1\r\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

const post = (path: string, headers: string, body: string, length = body.length): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}Content-Length: ${length}\r\n\r\n${body}`;
const buildMemberHeaders = ({ token }: Place): string =>
  `X-Token: ${token}\r\nX-Domain: yunbiao\r\n`;

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const TARGETS = ['//', '//[', '/\\', 'http://[', '*', '/np/api/agent/socket', '/%'];
const PRINT = '/np/api/uc/print';

/** The maximum number of rows of a batch, with six cells each. */
const buildBatchBody = (kind: 'json' | 'lines'): string => {
  const rest = { printConfigId: '1', templateId: '1', idempotencyKey: 'an-honest-batch' };
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    Object.fromEntries(Array.from({ length: 6 }, (__, k) => [`field${k}`, `value ${n} of ${k}`])),
  );
  return kind === 'json'
    ? JSON.stringify({ ...rest, rows })
    : [rest, ...rows].map((item) => JSON.stringify(item)).join('\n');
};

/** Each of these once stopped a server of ours or filled its storage. */
export const ATTACKS: readonly Attack[] = [
  {
    name: '2,000 upgrades of targets that are none',
    run: ({ port }) =>
      send(port, 2_000, 100, (n) => {
        const target = TARGETS[n % TARGETS.length] ?? '//';
        return `GET ${target} HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`;
      }),
  },
  {
    name: '400 bodies of brackets, 100 kB and 20 kB',
    run: ({ port }) =>
      send(port, 400, 40, (n) => post('/np/login', FORM, '['.repeat(n % 2 ? 100_000 : 20_000))),
  },
  {
    name: '100 bodies of a million empty fields',
    run: ({ port }) => send(port, 100, 20, () => post('/np/login', FORM, 'a&'.repeat(1_000_000))),
  },
  {
    name: '20 JSON bodies of 23 MB and two million keys, signed in',
    run: async (place) => {
      const body = `{"rows":[{${'"a":"2",'.repeat(2_800_000)}"b":""}]}`;
      const text = Buffer.from(post(PRINT, JSON_TYPE + buildMemberHeaders(place), body));
      await send(place.port, 20, 4, () => text);
    },
  },
  {
    name: '6 honest batches of 10,000 rows, JSON and NDJSON',
    run: async (place) => {
      const texts = (['json', 'lines'] as const).map((kind) => {
        const type = kind === 'json' ? JSON_TYPE : 'Content-Type: application/x-ndjson\r\n';
        return Buffer.from(post(PRINT, type + buildMemberHeaders(place), buildBatchBody(kind)));
      });
      await send(place.port, 6, 2, (n) => texts[n % 2] ?? '');
    },
  },
  {
    name: '4,000 refused connections held open',
    run: ({ port }) =>
      holdConnections(
        port,
        4_000,
        (n) => ({ from: getOtherAddress(n), text: 'no\r\n\r\n' }),
        8_000,
      ),
  },
  {
    name: "4,000 idle connections from the visitor's address",
    run: ({ port }) => holdConnections(port, 4_000, () => ({ from: '127.0.0.1' }), 8_000),
  },
  {
    name: '6,000 idle connections from sixteen addresses',
    run: ({ port }) => holdConnections(port, 6_000, (n) => ({ from: getOtherAddress(n) }), 8_000),
  },
  {
    name: '600 unfinished bodies of 2 MB',
    run: ({ port }) => {
      const text = post('/np/login', FORM, 'x'.repeat(1_900_000), 2_000_000);
      return holdConnections(port, 600, (n) => ({ from: getOtherAddress(n), text }), 8_000);
    },
  },
  {
    name: '600 unfinished bodies of 20 kB',
    run: ({ port }) => {
      const text = post('/np/login', FORM, 'x'.repeat(19_000), 20_000);
      return holdConnections(port, 600, (n) => ({ from: getOtherAddress(n), text }), 8_000);
    },
  },
  {
    name: '600 unfinished batches of 24 MB, signed in',
    run: (place) => {
      const text = post(PRINT, FORM + buildMemberHeaders(place), 'x'.repeat(1_900_000), 23_000_000);
      return holdConnections(place.port, 600, (n) => ({ from: getOtherAddress(n), text }), 8_000);
    },
  },
  {
    name: '2,000 headers that trickle',
    run: async ({ port }) => {
      const drip = setInterval(() => {
        for (const socket of slow) if (socket.writable) socket.write('X: y\r\n');
      }, 1_000);
      const slow = Array.from({ length: 2_000 }, (_, n) =>
        open(port, { from: getOtherAddress(n), text: 'GET / HTTP/1.1\r\n' }),
      );
      await sleep(20_000);
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
    },
  },
  {
    name: '500 live streams of one member',
    run: async (place) => {
      const text = `GET /np/api/uc/printEvents HTTP/1.1\r\n${HOST}${buildMemberHeaders(place)}\r\n`;
      await holdConnections(place.port, 500, (n) => ({ from: getOtherAddress(n), text }), 5_000);
    },
  },
  {
    name: '48 overviews of one member at once',
    run: async (place) => {
      const cookie = `Cookie: auto-token=${place.token}\r\n`;
      const text = `GET /yunbiao/user HTTP/1.1\r\n${HOST}${cookie}\r\n`;
      await send(place.port, 144, 48, () => text);
    },
  },
];
