import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finder } from '../finder.ts';
import { decodeMdnsAnswer, encodeQuery, TYPE } from './message.ts';
import { createAnswerAddressCheck, listOwnAddresses } from './network.ts';
import { listOpenQuestions, SERVICES, toServiceName, listMdnsSightings } from './services.ts';
import type { ReceivedRecord } from './services.ts';

/** Address and port to which mDNS queries are sent (RFC 6762 §3). */
export const MULTICAST = { host: '224.0.0.251', port: 5353 };

/**
 * Number of query rounds: responders delay answers by up to half a second, and packets may be lost.
 */
const MAX_ROUNDS = 3;
const MAX_PACKETS = 300;
const MAX_RECORDS = 4000;
/** Maximum number of questions per packet. Each name has at most 255 bytes. */
const MAX_QUESTIONS = 5;

type Target = { host: string; port: number };

const openMdnsSocketOrNull = (address: string | null): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      // The address has just disappeared.
      resolve(null);
    });
    socket.bind({ port: 0, ...(address === null ? {} : { address }) }, () => {
      socket.removeAllListeners('error');
      socket.on('error', () => undefined);
      try {
        if (address !== null) socket.setMulticastInterface(address);
      } catch {
        // Multicast does not work on this interface: nothing will answer.
      }
      resolve(socket);
    });
  });

/** Collects the answers on one socket. */
const collectMdnsAnswers = (
  socket: Socket,
  id: number,
  target: Target,
  onRecord: (receivedRecord: ReceivedRecord) => void,
): void => {
  let packets = 0;
  socket.on('message', (message, { address, port }) => {
    // RFC 6762 §11: ignore answers from another port.
    if (port !== target.port || (packets += 1) > MAX_PACKETS) return;
    for (const record of decodeMdnsAnswer(message, id) ?? []) onRecord({ record, source: address });
  });
};

/**
 * Finds printers that announce themselves on this machine's networks (RFC 6762 one-shot queries,
 * RFC 6763). Answers are untrusted: packets, records and names are bounded, and only addresses on
 * these networks are accepted.
 */
export const createMdnsFinder = ({
  target = MULTICAST,
  roundMs = 1000,
}: { target?: Target; roundMs?: number } = {}): Finder => ({
  name: '网络上的打印机（mDNS）',
  kinds: ['tcp', 'ipp'],
  find: async (signal) => {
    const ownAddresses = listOwnAddresses();
    const isMulticast = target.host === MULTICAST.host;
    const sourceAddresses = isMulticast
      ? ownAddresses.filter(({ isLoopback }) => !isLoopback).map(({ address }) => address)
      : [null];
    const sockets = (
      await Promise.all(sourceAddresses.slice(0, 16).map(openMdnsSocketOrNull))
    ).filter((sighting) => sighting !== null);
    const received: ReceivedRecord[] = [];
    // Random query id: answers to other queries have another one.
    const id = randomInt(1, 0xffff);
    for (const socket of sockets)
      collectMdnsAnswers(
        socket,
        id,
        target,
        (record) => received.length < MAX_RECORDS && received.push(record),
      );
    const sendMdnsQueries = (questions: { name: readonly string[]; type: number }[]): void => {
      for (let at = 0; at < questions.length; at += MAX_QUESTIONS) {
        const query = encodeQuery(id, questions.slice(at, at + MAX_QUESTIONS));
        // The next round repeats a failed query. A network without a route has no printers.
        for (const socket of sockets) socket.send(query, target.port, target.host, () => undefined);
      }
    };
    const services = Object.keys(SERVICES).map((service) => ({
      name: toServiceName(service),
      type: TYPE.PTR,
    }));
    try {
      for (let round = 0; round < MAX_ROUNDS && sockets.length > 0; round += 1) {
        sendMdnsQueries([...(round < 2 ? services : []), ...listOpenQuestions(received)]);
        await sleep(roundMs, undefined, { signal });
      }
      return listMdnsSightings(received, createAnswerAddressCheck(ownAddresses));
    } finally {
      for (const socket of sockets) socket.close();
    }
  },
});
