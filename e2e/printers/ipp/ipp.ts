import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from './answers.ts';
import { Engine, type Sheet } from './engine.ts';
import { isOver, type Job, STATE } from './jobs.ts';
import { DEFAULTS, type Options } from './options.ts';
import { readRequest, writeAnswer } from './wire.ts';

/** Changes a response after its request was carried out; `cut` drops the connection. */
type Strike = (answer: Buffer) => Buffer | 'cut';

/** Faults between the printer and its client. */
type Faults = {
  refused: Map<number, number>;
  strikes: Map<number, Strike[]>;
  drops: Set<number>;
  delays: Map<number, number>;
  asked: number[];
};

export type IppPrinter = {
  port: number;
  uri: string;
  /** Sheets in output order. */
  paper: () => readonly Sheet[];
  jobs: () => readonly Readonly<Job>[];
  /** Requested operations in order. */
  asked: () => readonly number[];
  /** Media out stops the current job; media in continues it. */
  setPaper: (isIn: boolean) => void;
  /** Whether it accepts new jobs. */
  setAccepting: (accepts: boolean) => void;
  /** Pauses printing and reports the reason. */
  pause: (isPaused: boolean) => void;
  /** Whether new jobs are held. */
  hold: (isHeld: boolean) => void;
  /** Ends all jobs with this state, printed or not. */
  end: (state: 'canceled' | 'aborted', reasons?: readonly string[]) => void;
  /** Answers the operation with this status from now on; null: normally. */
  refuse: (operation: number, status: number | null) => void;
  /** Changes the next response of the operation after it was carried out. */
  strike: (operation: number, strike: Strike) => void;
  /** Closes the connection on the next request of the operation, without carrying it out. */
  drop: (operation: number) => void;
  /**
   * Closes the connection on the next request of the operation and carries it out this much later,
   * ms.
   */
  delay: (operation: number, ms: number) => void;
  /** Clears its memory; job ids restart. */
  powerCut: () => void;
  /** A job of another client. */
  foreignJob: (name: string) => void;
  set: (change: Partial<Options>) => void;
  close: () => Promise<void>;
};

const getBody = async (message: IncomingMessage): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  try {
    for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
  } catch {
    // Truncated input is ignored.
    return null;
  }
  return Buffer.concat(parts);
};

const serveMessage = async (
  engine: Engine,
  faults: Faults,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await getBody(message);
  if (!body) return;
  const request = readRequest(body);
  const { operation, id } = request;
  faults.asked.push(operation);
  if (message.url !== engine.options.path) return void response.writeHead(404).end();
  if (faults.drops.delete(operation)) return void response.destroy();
  const delayed = faults.delays.get(operation);
  if (delayed !== undefined) {
    faults.delays.delete(operation);
    setTimeout(() => carryOut(engine, request), delayed).unref();
    return void response.destroy();
  }
  const refused = faults.refused.get(operation);
  const { status, groups } =
    refused === undefined ? carryOut(engine, request) : { status: refused, groups: [] };
  const bytes = writeAnswer(status, id, groups);
  const struck = faults.strikes.get(operation)?.shift()?.(bytes) ?? bytes;
  if (engine.options.lagMs > 0) await sleep(engine.options.lagMs);
  if (struck === 'cut') return void response.destroy();
  response.writeHead(200, { 'Content-Type': 'application/ipp' }).end(struck);
};

const listenOn = async (
  { tls, port }: Options,
  on: (message: IncomingMessage, response: ServerResponse) => void,
) => {
  const server: Server = tls ? createSecure(tls) : createServer();
  const sockets = new Set<Socket>();
  server.on('request', on);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    hangUp,
    close: async () => {
      hangUp();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};

const createFaults = (): Faults => ({
  refused: new Map(),
  strikes: new Map(),
  drops: new Set(),
  delays: new Map(),
  asked: [],
});

/** A printer of RFC 8011 on loopback. */
export const startIppPrinter = async (given: Partial<Options> = {}): Promise<IppPrinter> => {
  const engine = new Engine({ ...DEFAULTS, ...given });
  const faults = createFaults();
  const { port, hangUp, close } = await listenOn(engine.options, (message, response) => {
    serveMessage(engine, faults, message, response).catch(() => response.destroy());
  });
  const { tls, path } = engine.options;
  return {
    port,
    uri: `${tls ? 'ipps' : 'ipp'}://127.0.0.1:${port}${path}`,
    paper: () => engine.paper,
    jobs: () => engine.jobs,
    asked: () => faults.asked,
    setPaper: (isIn) => {
      engine.paperIn = isIn;
      void engine.work();
    },
    setAccepting: (accepts) => {
      engine.accepting = accepts;
    },
    pause: (isPaused) => {
      engine.paused = isPaused;
      void engine.work();
    },
    hold: (isHeld) => {
      engine.holding = isHeld;
      if (!isHeld) engine.release();
    },
    end: (state, reasons = []) => {
      for (const job of engine.jobs) if (!isOver(job)) engine.finish(job, STATE[state], reasons);
    },
    refuse: (operation, status) => {
      if (status === null) faults.refused.delete(operation);
      else faults.refused.set(operation, status);
    },
    strike: (operation, strike) => {
      faults.strikes.set(operation, [...(faults.strikes.get(operation) ?? []), strike]);
    },
    drop: (operation) => void faults.drops.add(operation),
    delay: (operation, ms) => void faults.delays.set(operation, ms),
    powerCut: () => {
      engine.powerCut();
      hangUp();
    },
    foreignJob: (name) => engine.put(engine.add(name, 'other-user', null), Buffer.from(name), ''),
    set: (change) => void Object.assign(engine.options, change),
    close,
  };
};
