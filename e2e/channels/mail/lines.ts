import type { Socket } from 'node:net';

/** Bytes without a line end after which the client is disconnected. */
const LARGEST = 1_000_000;

/** Reads up to a mark from a socket that TLS may replace. */
export class Lines {
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
    const endLines = (): void => {
      this.#ended = true;
      this.#wake();
    };
    this.#socket.on('end', endLines).on('close', endLines).on('error', endLines);
  }

  secure(socket: Socket): void {
    this.#socket.removeAllListeners();
    // Data before the handshake is discarded (RFC 3207 §4.2).
    this.#held = '';
    this.#socket = socket;
    this.#listen();
  }

  /** The data before the mark, which is consumed; null when the client has disconnected. */
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
