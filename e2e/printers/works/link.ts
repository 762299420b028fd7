import type { Socket } from 'node:net';

export type Cut = { after: number; how: 'reset' | 'fin'; orphanMs: number | null };

/** Unread answers: above this limit a back channel is stuck, and further answers are lost. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** The parser of one connection. */
export type Reader = {
  /** A format has started and not ended. */
  readonly inFormat: boolean;
  /** Bytes held by the unfinished format. */
  readonly held: number;
  push: (bytes: Uint8Array) => void;
  cancel: (reason: string) => void;
};

/** One connection to the printer. */
export class Link<R extends Reader = Reader> {
  readonly id: number;
  readonly socket: Socket;
  lexer: R;
  received = 0;
  cut: Cut | null = null;
  /** Answers go out in order: not before this time (printer ms). */
  answersAt = 0;
  readonly outbox: string[] = [];
  /** It has put formats in the receive buffer. */
  sender = false;
  /** Guards against re-entrant reads while its bytes are processed. */
  reading = false;
  /** Incoming data is discarded: the printer has closed its side. */
  deaf = false;
  open = true;
  /** Cancels the idle timeout. */
  stayed: () => void = () => {};

  constructor(id: number, socket: Socket, lexer: R) {
    this.id = id;
    this.socket = socket;
    this.lexer = lexer;
  }

  write(bytes: string): boolean {
    if (!this.open || this.socket.destroyed || this.socket.writableEnded) return false;
    if (this.socket.writableLength < MAX_UNREAD_BYTES) this.socket.write(bytes, 'latin1');
    return true;
  }
}
