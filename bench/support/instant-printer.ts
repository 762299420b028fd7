import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A printer that prints and answers at once and records the start and end of each label. */
export const startInstantPrinter = async () => {
  let labels = 0;
  let onFirstByte: () => void = () => undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    let text = '';
    let inLabel = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        if (!inLabel && /~SD|\^XA/.test(text)) {
          inLabel = true;
          onFirstByte();
        }
        const match = /\^XZ|~HS|! U1 getvar "[\w.]+"\r\n/.exec(text);
        if (!match) return;
        text = text.slice(match.index + match[0].length);
        if (match[0] === '^XZ') {
          labels += 1;
          inLabel = false;
        } else if (match[0] === '~HS') {
          const lines = [
            '030,0,0,0320,000,0,0,0,000,0,0,0',
            '001,0,0,0,1,2,6,0,00000000,1,000',
            '1234,0',
          ];
          socket.write(lines.map((line) => `\u0002${line}\u0003\r\n`).join(''), 'latin1');
        } else socket.write(`"${labels}"\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    labels: () => labels,
    close: () => void server.close(),
    firstByte: () => new Promise<void>((resolve) => (onFirstByte = resolve)),
  };
};
