import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finder } from '../finder.ts';
import { decodeAnswer, encodeQuery, TYPE } from './message.ts';
import { createReach, ownAddresses } from './network.ts';
import { openQuestions, SERVICES, serviceName, listSightings } from './services.ts';
import type { Heard } from './services.ts';

/** RFC 6762 §3. */
export const MULTICAST = { host: '224.0.0.251', port: 5353 };

/** Answers are spread over up to half a second by those who give them, and may be lost: asked three times. */
const ROUNDS = 3;
const MAX_PACKETS = 300;
const MAX_RECORDS = 4000;
/** Questions in one packet; each names at most 255 bytes. */
const TOGETHER = 5;

type Target = { host: string; port: number };

const open = (address: string | null): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      // An address that has just gone away.
      resolve(null);
    });
    socket.bind({ port: 0, ...(address === null ? {} : { address }) }, () => {
      socket.removeAllListeners('error');
      socket.on('error', () => undefined);
      try {
        if (address !== null) socket.setMulticastInterface(address);
      } catch {
        // It cannot send to many: nobody will answer.
      }
      resolve(socket);
    });
  });

/** Asks over one network, and hears who answers. */
const listen = (socket: Socket, id: number, target: Target, hear: (one: Heard) => void): void => {
  let packets = 0;
  socket.on('message', (message, { address, port }) => {
    // RFC 6762 §11: who answers from another port is none of them.
    if (port !== target.port || (packets += 1) > MAX_PACKETS) return;
    for (const record of decodeAnswer(message, id) ?? []) hear({ record, source: address });
  });
};

/**
 * Printers that announce themselves on the networks of this machine (RFC 6762 one-shot queries, RFC 6763). What answers is
 * anybody: packets, records and names are bounded, and an answer leads nowhere but onto those networks.
 */
export const mdnsFinder = ({
  target = MULTICAST,
  roundMs = 1000,
}: { target?: Target; roundMs?: number } = {}): Finder => ({
  name: '网络上的打印机（mDNS）',
  kinds: ['tcp', 'ipp'],
  find: async (signal) => {
    const own = ownAddresses();
    const isMulticast = target.host === MULTICAST.host;
    const from = isMulticast
      ? own.filter(({ isLoopback }) => !isLoopback).map(({ address }) => address)
      : [null];
    const sockets = (await Promise.all(from.slice(0, 16).map(open))).filter((one) => one !== null);
    const heard: Heard[] = [];
    // Ours by its number: an answer to somebody else's question has another.
    const id = randomInt(1, 0xffff);
    for (const socket of sockets)
      listen(socket, id, target, (one) => heard.length < MAX_RECORDS && heard.push(one));
    const ask = (questions: { name: readonly string[]; type: number }[]): void => {
      for (let at = 0; at < questions.length; at += TOGETHER) {
        const query = encodeQuery(id, questions.slice(at, at + TOGETHER));
        // What cannot be sent is asked again; a network without a route has no printers.
        for (const socket of sockets) socket.send(query, target.port, target.host, () => undefined);
      }
    };
    const services = Object.keys(SERVICES).map((one) => ({
      name: serviceName(one),
      type: TYPE.PTR,
    }));
    try {
      for (let round = 0; round < ROUNDS && sockets.length > 0; round += 1) {
        ask([...(round < 2 ? services : []), ...openQuestions(heard)]);
        await sleep(roundMs, undefined, { signal });
      }
      return listSightings(heard, createReach(own));
    } finally {
      for (const socket of sockets) socket.close();
    }
  },
});
