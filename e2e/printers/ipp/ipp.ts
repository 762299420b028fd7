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

/** What becomes of an answer once its request was carried out. */
type Strike = (answer: Buffer) => Buffer | 'cut';

/** What goes wrong between the printer and who asks it. */
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
  /** Sheets in the order they came out. */
  paper: () => readonly Sheet[];
  jobs: () => readonly Readonly<Job>[];
  /** Operations as they were asked for. */
  asked: () => readonly number[];
  /** Out of media, and what is under way stops; back in, it goes on. */
  setPaper: (isIn: boolean) => void;
  /** Takes no new jobs. */
  setAccepting: (accepts: boolean) => void;
  /** Its printing waits, with the reason. */
  pause: (isPaused: boolean) => void;
  /** Holds new jobs. */
  hold: (isHeld: boolean) => void;
  /** Ends the jobs there are so, printed or not. */
  end: (state: 'canceled' | 'aborted', reasons?: readonly string[]) => void;
  /** Answers the operation so from now on; null: as it should. */
  refuse: (operation: number, status: number | null) => void;
  /** Does something to the next answer to the operation, once it was carried out. */
  strike: (operation: number, strike: Strike) => void;
  /** Hangs up on the next request of the operation before it carries it out. */
  drop: (operation: number) => void;
  /** Hangs up on the next request of the operation, which was on its way, and carries it out so much later, ms. */
  delay: (operation: number, ms: number) => void;
  /** Everything in its memory is gone; it begins to number its jobs anew. */
  powerCut: () => void;
  /** A job of somebody else. */
  foreignJob: (name: string) => void;
  set: (change: Partial<Options>) => void;
  close: () => Promise<void>;
};

const getBody = async (message: IncomingMessage): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  try {
    for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
  } catch {
    // Cut off: what is not whole is nothing.
    return null;
  }
  return Buffer.concat(parts);
};

const serve = async (
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

const listen = async (
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

/** A printer of RFC 8011 on the loopback. */
export const startIppPrinter = async (given: Partial<Options> = {}): Promise<IppPrinter> => {
  const engine = new Engine({ ...DEFAULTS, ...given });
  const faults: Faults = {
    refused: new Map(),
    strikes: new Map(),
    drops: new Set(),
    delays: new Map(),
    asked: [],
  };
  const { port, hangUp, close } = await listen(engine.options, (message, response) => {
    serve(engine, faults, message, response).catch(() => response.destroy());
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
    foreignJob: (name) => engine.put(engine.add(name, 'somebody', null), Buffer.from(name), ''),
    set: (change) => void Object.assign(engine.options, change),
    close,
  };
};
