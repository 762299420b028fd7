// Many print clients with the idle traffic of ours, in a separate process: `forkSwarm`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
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

const join = async (origin: string, n: number): Promise<void> => {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${GATEWAY_PATH}`, {
    headers: { authorization: `Bearer ${createSwarmKey(n)}` },
    perMessageDeflate: false,
  });
  const sendMessage = (message: AgentMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.on('close', (code) => process.send?.({ lost: n, code }));
  await once(socket, 'open');
  sendMessage(getHello(n));
  await once(socket, 'message');
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
  setTimeout(
    () => setInterval(() => sendMessage({ type: 'ping' }), PING_MS),
    Math.random() * PING_MS,
  );
  setTimeout(() => setInterval(sendState, TELL_MS), Math.random() * TELL_MS);
};

const serve = (origin: string): void => {
  let joined = 0;
  process.on('message', (upTo: number) => {
    const joinMore = async (): Promise<void> => {
      while (joined < upTo) {
        const some = Array.from({ length: Math.min(AT_ONCE, upTo - joined) }, (_, i) => joined + i);
        joined += some.length;
        await Promise.all(some.map((n) => join(origin, n)));
      }
      process.send?.({ joined });
    };
    joinMore().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
};

export type Swarm = {
  /** Connects paired clients up to this total. */
  grow: (upTo: number) => Promise<void>;
  /** Connections that closed unexpectedly. */
  lost: () => number;
  stop: () => void;
};

const readNextMessage = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: object): void => {
      if (!('joined' in message)) return;
      child.off('message', onMessage);
      resolve();
    };
    child.on('message', onMessage);
    child.once('exit', (code) => reject(new Error(`the swarm left with ${code}`)));
  });

export const forkSwarm = (origin: string): Swarm => {
  const child = fork(import.meta.filename, [origin], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let lost = 0;
  child.on('message', (message: object) => {
    if ('lost' in message) lost += 1;
  });
  return {
    grow: async (upTo) => {
      const done = readNextMessage(child);
      child.send(upTo);
      await done;
    },
    lost: () => lost,
    stop: () => void child.kill(),
  };
};

const [, file, origin] = process.argv;
if (file === import.meta.filename && origin) serve(origin);
