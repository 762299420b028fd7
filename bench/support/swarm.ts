// Many print clients with the idle traffic of ours, in a separate process: `forkSwarm`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GATEWAY_PATH,
  GATEWAY_VERSION,
  type AgentMessage,
} from '@yunbiao/contract/gateway/gateway';
import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { Database } from '@yunbiao/db';
import WebSocket from 'ws';

export const createSwarmKey = (n: number): string =>
  `a-key-of-the-swarm-${String(n).padStart(8, '0')}`;

/** Pairs `count` clients of a member without confirmation. */
export const pairSwarm = async (
  db: Database,
  whose: { memberId: number; softwareId: number },
  count: number,
): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await db.kysely
      .insertInto('client')
      .values({
        member_id: whose.memberId,
        software_id: whose.softwareId,
        name: `收银台 ${n}`,
        remark: '',
        group_name: '',
        enabled: 1,
        key_hash: hashClientKey(createSwarmKey(n)),
        system: '',
        version: '',
        address: '',
        ledger_id: null,
        ledger_seq: 0,
        fence: 0,
        paired_at: Date.now(),
        last_seen_at: null,
        revoked_at: null,
      })
      .execute();
};

const getHello = (n: number): AgentMessage => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: '0.1.0',
  machineName: `收银台 ${n}`,
  system: 'Linux',
  ledgerId: `ledger-of-swarm-${n}`,
  ledgerSeq: 0,
  held: [],
  printers: [
    {
      localId: 'p1',
      name: '标签机',
      language: 'zpl',
      dpi: 203,
      exclusive: true,
      evidence: ['consumed', 'printer-idle', 'counter-moved'],
    },
  ],
});

/** Our client's intervals for pings, printer reports and waits. */
const PING_MS = 10_000;
const TELL_MS = 60_000;
/** Connections opened at the same time. */
const AT_ONCE = 20;
/** Pause after a failed attempt to reconnect, at most, ms. */
const REJOIN_MS = 2_000;

/** Sockets of the clients, by number, and those that are being replaced on purpose. */
const sockets = new Map<number, WebSocket>();
const leaving = new WeakSet<WebSocket>();

/** @throws when the connection ends before the answer to its hello */
const awaitAnswer = async (socket: WebSocket): Promise<void> => {
  const ended = once(socket, 'close').then(([code]) => {
    throw new Error(`closed with ${code} before the answer`);
  });
  await Promise.race([once(socket, 'message'), ended]);
};

const join = async (origin: string, n: number): Promise<void> => {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${GATEWAY_PATH}`, {
    headers: { authorization: `Bearer ${createSwarmKey(n)}` },
    perMessageDeflate: false,
  });
  const sendMessage = (message: AgentMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  sockets.set(n, socket);
  socket.on('error', () => undefined);
  const timers: NodeJS.Timeout[] = [];
  await once(socket, 'open');
  sendMessage(getHello(n));
  await awaitAnswer(socket);
  socket.on('close', (code) => {
    for (const timer of timers) clearInterval(timer);
    if (!leaving.has(socket)) process.send?.({ lost: n, code });
  });
  const sendState = (): void =>
    sendMessage({
      type: 'printer',
      localId: 'p1',
      state: 'idle',
      stateReasons: [],
      stateText: '',
      counter: n,
    });
  sendState();
  sendMessage({ type: 'want', localId: 'p1', room: 64 });
  const repeat = (send: () => void, everyMs: number): void => {
    const first = setTimeout(
      () => timers.push(setInterval(send, everyMs)),
      Math.random() * everyMs,
    );
    timers.push(first);
  };
  repeat(() => sendMessage({ type: 'ping' }), PING_MS);
  repeat(sendState, TELL_MS);
};

/** Closes all connections and opens all again at once. Returns how many attempts failed. */
const rejoinAll = async (origin: string): Promise<number> => {
  const numbers = [...sockets.keys()];
  for (const socket of sockets.values()) {
    leaving.add(socket);
    socket.terminate();
  }
  let failed = 0;
  const joinUntilAnswered = async (n: number): Promise<void> => {
    for (;;) {
      try {
        await join(origin, n);
        return;
      } catch {
        failed += 1;
        await sleep(Math.random() * REJOIN_MS);
      }
    }
  };
  await Promise.all(numbers.map(joinUntilAnswered));
  return failed;
};

const serve = (origin: string, first: number): void => {
  let joined = 0;
  const joinMore = async (upTo: number): Promise<void> => {
    while (joined < upTo) {
      const some = Array.from(
        { length: Math.min(AT_ONCE, upTo - joined) },
        (_, i) => first + joined + i,
      );
      joined += some.length;
      await Promise.all(some.map((n) => join(origin, n)));
    }
  };
  const answer = async (request: Request): Promise<void> => {
    if (request === 'rejoin') process.send?.({ failed: await rejoinAll(origin), joined });
    else {
      await joinMore(request);
      process.send?.({ failed: 0, joined });
    }
  };
  process.on('message', (request: Request) => {
    answer(request).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
};

export type Swarm = {
  /** Connects paired clients up to this total. */
  grow: (upTo: number) => Promise<void>;
  /** Reconnects all at once, without the pauses of ours. Returns how many attempts failed. */
  rejoin: () => Promise<number>;
  /** Connections that closed unexpectedly. */
  lost: () => number;
  stop: () => void;
};

/** Connects up to this total, or reconnects all. */
type Request = number | 'rejoin';

const requestChild = (child: ChildProcess, request: Request): Promise<number> =>
  new Promise((resolve, reject) => {
    const rejectOnExit = (code: number | null): void =>
      reject(new Error(`the swarm left with ${code}`));
    const onMessage = (message: object): void => {
      if (!('failed' in message)) return;
      child.off('message', onMessage);
      child.off('exit', rejectOnExit);
      resolve(Number(message.failed));
    };
    child.on('message', onMessage);
    child.once('exit', rejectOnExit);
    child.send(request);
  });

/** `first`: number of its first client, when several swarms share the paired ones. */
export const forkSwarm = (origin: string, first = 0): Swarm => {
  const child = fork(import.meta.filename, [origin, String(first)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let lost = 0;
  child.on('message', (message: object) => {
    if ('lost' in message) lost += 1;
  });
  return {
    grow: async (upTo) => {
      await requestChild(child, upTo);
    },
    rejoin: () => requestChild(child, 'rejoin'),
    lost: () => lost,
    stop: () => void child.kill(),
  };
};

const [, file, origin, first] = process.argv;
if (file === import.meta.filename && origin) serve(origin, Number(first));
