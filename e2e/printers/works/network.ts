import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Clock } from './clock.ts';
import type { Line } from './line.ts';
import { type Cut, Link, type Reader } from './link.ts';
import type { PrinterOptions } from './options.ts';
import type { Truth } from './truth.ts';

/** Bytes a connection with nothing in a full buffer may still send. */
const WHISPER_BYTES = 512;

type Parts<R extends Reader> = {
  options: PrinterOptions<never>;
  clock: Clock;
  truth: Truth;
  pipeline: Pick<Line<never>, 'used' | 'hungry' | 'drop' | 'owes'>;
  newReader: () => R;
  /** A new connection; its reader may be another's. */
  joined: (link: Link<R>) => void;
  changed: () => void;
};

/** Port 9100: which connection may send, how much is read, and how connections end. */
export class Network<R extends Reader> {
  readonly #parts: Parts<R>;
  readonly links: Link<R>[] = [];
  readonly #cuts = new Map<number, Cut>();
  #server: Server;
  #serial = 0;
  #on = true;
  #closed = false;
  /** The unfinished format of a closed connection. */
  #left: R | null = null;
  port = 0;

  constructor(parts: Parts<R>) {
    this.#parts = parts;
    this.#server = this.#newServer();
  }

  async listen(): Promise<void> {
    const { host, port } = this.#parts.options;
    this.#server.listen(this.port || port, host);
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address !== 'string') this.port = address.port;
  }

  get held(): number {
    return this.links.reduce((sum, link) => sum + link.lexer.held, this.#left?.held ?? 0);
  }

  get full(): boolean {
    return this.#parts.pipeline.used + this.held >= this.#parts.options.bufferBytes;
  }

  get inFormat(): boolean {
    return this.links.some((link) => link.lexer.inFormat) || (this.#left?.inFormat ?? false);
  }

  /** Ends the `nth` connection from now (1: the next) after `after` bytes. */
  cutLater(nth: number, cut: Cut): void {
    this.#cuts.set(this.#serial + nth, cut);
  }

  cutAt(connection: number, cut: Cut): void {
    this.#cuts.set(connection, cut);
  }

  pump(): void {
    for (const link of Array.from(this.links)) this.#read(link);
  }

  #newServer(): Server {
    const server = createServer({ allowHalfOpen: true, highWaterMark: 16 * 1024 }, (socket) => {
      this.#accept(socket);
    });
    // If the port was taken while the printer was off, `powerOn` retries.
    server.on('error', () => {});
    return server;
  }

  #accept(socket: Socket): void {
    const { options } = this.#parts;
    const full =
      this.links.length >= options.mostConnections ||
      (options.connections === 'one refuses' && this.links.length > 0);
    socket.on('error', () => {});
    if (!this.#on || full) {
      socket.resetAndDestroy();
      return;
    }
    const link = new Link(++this.#serial, socket, this.#left ?? this.#parts.newReader());
    this.#left = null;
    link.cut = this.#cuts.get(link.id) ?? null;
    this.#cuts.delete(link.id);
    this.links.push(link);
    socket.setNoDelay(true);
    socket.on('readable', () => this.#read(link));
    socket.on('end', () => this.#ended(link));
    socket.on('close', () => this.#gone(link));
    this.#heard(link);
    this.#parts.joined(link);
  }

  /** Reads while there is room; unread data holds the sender back. */
  #read(link: Link<R>): void {
    if (!link.open || link.reading) return;
    link.reading = true;
    try {
      if (link.deaf) while (link.socket.read() !== null);
      else this.#readOn(link);
    } finally {
      link.reading = false;
    }
  }

  #readOn(link: Link<R>): void {
    for (let room = this.#room(link); room > 0; room = this.#room(link)) {
      const size = Math.min(room, link.socket.readableLength);
      // read() without data asks the system for more; it may trigger `end` or the next `readable`.
      const chunk: unknown = size > 0 ? link.socket.read(size) : link.socket.read();
      if (!(chunk instanceof Uint8Array)) return;
      this.#feed(link, chunk);
      if (!link.open || link.deaf) return;
    }
  }

  #room(link: Link<R>): number {
    const { options, pipeline } = this.#parts;
    if (options.connections === 'one waits' && this.links[0] !== link) return 0;
    // A format drawn as it arrives does not need to fit the buffer.
    if (pipeline.hungry || options.fullBlocks === 'nobody') return options.bufferBytes;
    const room = options.bufferBytes - pipeline.used - this.held;
    if (room > 0) return room;
    return options.fullBlocks === 'senders' && !link.lexer.inFormat && !link.sender
      ? WHISPER_BYTES
      : 0;
  }

  #feed(link: Link<R>, chunk: Uint8Array): void {
    const { cut } = link;
    const left = cut ? Math.max(cut.after - link.received, 0) : Number.POSITIVE_INFINITY;
    const heard = chunk.subarray(0, Math.min(left, chunk.length));
    link.received += heard.length;
    this.#heard(link);
    link.lexer.push(heard.subarray(0, this.#kept(link, heard.length)));
    if (cut && link.received >= cut.after) this.end(link, cut.how, cut.orphanMs);
    this.#parts.changed();
  }

  /** How many bytes a printer without flow control keeps. */
  #kept(link: Link<R>, bytes: number): number {
    const { options, pipeline, truth } = this.#parts;
    if (options.fullBlocks !== 'nobody' || pipeline.hungry) return bytes;
    const kept = Math.min(bytes, Math.max(options.bufferBytes - pipeline.used - this.held, 0));
    if (kept < bytes)
      truth.dropped({
        key: null,
        format: 0,
        connection: link.id,
        foreign: false,
        copies: 0,
        bytes: bytes - kept,
        why: 'no room in the buffer',
      });
    return kept;
  }

  /** Data arrived: the connection is not idle. */
  #heard(link: Link<R>): void {
    const { options, clock } = this.#parts;
    link.stayed();
    if (options.idleMs <= 0) return;
    link.stayed = clock.after(options.idleMs, () => {
      // Unread data that waits for room does not count as idle.
      if (link.socket.readableLength > 0) this.#heard(link);
      else this.end(link, options.idleEnd, null);
    });
  }

  /**
   * Ends a connection from the printer's side. With `orphanMs` its unread bytes arrive that much
   * later: an external print server buffered them.
   */
  end(link: Link<R>, how: 'reset' | 'fin', orphanMs: number | null): void {
    const { clock, truth } = this.#parts;
    if (!link.open || link.deaf) return;
    truth.event(`connection ${link.id} ${how === 'fin' ? 'closed' : 'reset'} by the printer`);
    if (how === 'fin') {
      link.deaf = true;
      link.socket.end();
      this.#leave(link);
      this.#read(link);
      return;
    }
    const rest: unknown = orphanMs === null ? null : link.socket.read();
    link.open = false;
    link.socket.resetAndDestroy();
    this.#remove(link);
    if (orphanMs === null) this.#leave(link);
    else clock.after(orphanMs, () => this.#deliver(link, rest));
  }

  #deliver(link: Link<R>, rest: unknown): void {
    this.#parts.truth.event(`what connection ${link.id} had left behind comes through`);
    if (rest instanceof Uint8Array) link.lexer.push(rest);
    this.#leave(link);
    this.#parts.changed();
  }

  /** The client has closed the connection. */
  #ended(link: Link<R>): void {
    const { options, pipeline, clock } = this.#parts;
    if (options.onFin === 'lost') pipeline.drop('lost at the end of its connection', link.id);
    const finishLink = (): void => {
      if (!link.open) return;
      if (link.outbox.length === 0 && !pipeline.owes(link.id)) link.socket.end();
      else clock.after(5, finishLink);
    };
    finishLink();
  }

  #gone(link: Link<R>): void {
    if (!link.open) return;
    link.open = false;
    if (!link.deaf) this.#leave(link);
    this.#remove(link);
    this.pump();
  }

  #leave(link: Link<R>): void {
    if (!link.lexer.inFormat) return;
    if (this.#parts.options.partialOnClose === 'kept') this.#left = link.lexer;
    else link.lexer.cancel('unfinished when its connection ended');
    this.#parts.changed();
  }

  #remove(link: Link<R>): void {
    link.stayed();
    const at = this.links.indexOf(link);
    if (at >= 0) this.links.splice(at, 1);
    this.#parts.changed();
  }

  /** Every unfinished format is lost with the power; connections are reset. */
  async powerOff(outerBuffer: boolean): Promise<() => void> {
    const rests: { link: Link<R>; rest: unknown }[] = [];
    this.#on = false;
    this.#left = null;
    for (const link of Array.from(this.links)) {
      if (outerBuffer) rests.push({ link, rest: link.socket.read() });
      link.open = false;
      link.socket.resetAndDestroy();
      this.#remove(link);
      if (!outerBuffer) link.lexer.cancel('power cut');
    }
    if (this.#parts.options.whenOff === 'refuses') {
      const closed = once(this.#server, 'close');
      this.#server.close();
      await closed;
    }
    return () => {
      for (const { link, rest } of rests) this.#deliver(link, rest);
    };
  }

  async powerOn(): Promise<void> {
    if (this.#closed) return;
    for (let tries = 0; !this.#server.listening && tries < 100 && !this.#closed; tries++) {
      this.#server = this.#newServer();
      try {
        await this.listen();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    this.#on = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const link of Array.from(this.links)) {
      link.open = false;
      link.socket.destroy();
    }
    this.links.length = 0;
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }
}
