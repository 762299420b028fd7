import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createCertificate } from '../works/certificate.ts';
import {
  Conversation,
  type House,
  type MailFault,
  type MailOptions,
  type TakenLetter,
} from './conversation.ts';

export { MAIL_HOST, type MailFault, type MailOptions, type TakenLetter } from './conversation.ts';

export type MailStandIn = Awaited<ReturnType<typeof openMail>>;

/**
 * An SMTP server on loopback that behaves like real ones: greets, requires TLS and login when
 * configured, rejects recipients, and applies faults.
 */
export const openMail = async (options: MailOptions) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cert = createCertificate('0a', privateKey, publicKey);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const letters: TakenLetter[] = [];
  const refused = new Map<string, string>();
  const faults: (MailFault & { left: number })[] = [];
  const sockets = new Set<Socket>();
  const upgradeToTls = (socket: Socket): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const upgraded = new TLSSocket(socket, { isServer: true, key, cert });
      sockets.add(upgraded);
      upgraded.once('secure', () => resolve(upgraded));
      upgraded.once('error', reject);
    });
  const house: House = {
    options,
    letters,
    refused,
    secured: upgradeToTls,
    takeFault: (at) => {
      const fault = faults.find((item) => item.at === at && item.left > 0);
      if (fault) fault.left -= 1;
      return fault ?? null;
    },
  };
  const serveConnection = async (socket: Socket): Promise<void> => {
    const own = options.security === 'tls' ? await upgradeToTls(socket) : socket;
    await new Conversation(house, own).run();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serveConnection(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** The certificate authority's certificate, which is the server's own. */
    cert,
    letters,
    /** Rejected recipients, with the response: `550 5.1.1 User unknown`. */
    refused,
    fault: (fault: MailFault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
