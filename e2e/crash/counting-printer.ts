import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** `hs` answers `~HS`; `counter` also counts its labels; `close` answers nothing and closes after the data. */
export type PrinterKind = 'hs' | 'counter' | 'close';

/**
 * A raw TCP printer that only prints and counts: an implementation of its own, sharing no code with what it judges.
 * It has one receive buffer for whoever is connected and reads one connection at a time, in the order they came; what
 * it has taken it prints, whether or not the sender still lives.
 */
export type CountingPrinter = {
  port: number;
  /** Graphic field of each label that came out, in order. */
  printed: string[];
  /** Resets the connection after so many more bytes. */
  cutAfter: (bytes: number) => void;
  /** Loses the connection and everything taken and not yet printed. */
  powerCut: () => void;
  cuts: () => number;
  close: () => Promise<void>;
};

const STX = '\u0002';
const ETX = '\u0003\r\n';
/** Labels it takes in before it stops reading. */
const MEMORY = 2;

const hostStatus = (formats: number, partial: boolean): string =>
  `${STX}030,0,0,0320,${String(formats).padStart(3, '0')},0,0,${partial ? 1 : 0},000,0,0,0${ETX}` +
  `${STX}001,0,0,0,1,2,6,0,00000000,1,000${ETX}${STX}1234,0${ETX}`;

export const startCountingPrinter = async (
  kind: PrinterKind,
  labelMs: () => number,
): Promise<CountingPrinter> => {
  const printed: string[] = [];
  const memory: string[] = [];
  const line: Socket[] = [];
  let buffer = '';
  let bytesLeft = Infinity;
  let cuts = 0;
  let timer: NodeJS.Timeout | null = null;

  const printOn = (): void => {
    if (timer || memory.length === 0) return;
    timer = setTimeout(() => {
      timer = null;
      const label = memory.shift();
      if (label !== undefined) printed.push(label);
      line[0]?.resume();
      printOn();
      parse();
    }, labelMs());
  };

  /** Takes what is complete off the buffer: answers, cancels, formats. Stops while the memory is full. */
  const parse = (): void => {
    for (;;) {
      const match = /~HS|~JX|! U1 getvar "([\w.]+)"\r?\n|\^XA((?:(?!\^XA)[^])*?)\^XZ/.exec(buffer);
      if (!match) return;
      const format = match[2];
      if (format !== undefined && memory.length >= MEMORY) {
        line[0]?.pause();
        return;
      }
      // A format that was cut off is cancelled by ~JX, and by the beginning of another one.
      buffer = buffer.slice(match.index + match[0].length);
      if (match[0] === '~HS' && kind !== 'close') {
        line[0]?.write(hostStatus(memory.length, buffer.includes('^XA')), 'latin1');
      } else if (match[1] !== undefined && kind === 'counter') {
        const known = match[1] === 'odometer.total_label_count';
        line[0]?.write(`"${known ? 1000 + printed.length : '?'}"\r\n`, 'latin1');
      } else if (format !== undefined) {
        memory.push(/\^GF([^]*?)\^FS/.exec(format)?.[1] ?? '');
        printOn();
      }
    }
  };

  const reset = (): void => {
    cuts += 1;
    bytesLeft = Infinity;
    line[0]?.resetAndDestroy();
  };

  const admit = (): void => {
    const socket = line[0];
    if (!socket) return;
    socket.on('data', (chunk: Buffer) => {
      const taken = chunk.subarray(0, Math.min(chunk.length, bytesLeft));
      bytesLeft -= taken.length;
      buffer += taken.toString('latin1');
      parse();
      if (bytesLeft <= 0) reset();
    });
    socket.resume();
  };

  const server: Server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    line.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const first = line[0] === socket;
      line.splice(line.indexOf(socket), 1);
      if (first) admit();
    });
    if (line.length === 1) admit();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    // A listening TCP server has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    printed,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    powerCut: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      memory.length = 0;
      buffer = '';
      if (line.length === 0) cuts += 1;
      else reset();
    },
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        if (timer) clearTimeout(timer);
        server.close(() => resolve());
        for (const socket of [...line]) socket.destroy();
      }),
  };
};
