import type { NamedEvent } from '@yunbiao/services';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBundleSigner, packEvents } from './event-bundles.ts';
import { createEventReceiver } from './event-receiver.ts';
import { createEventSender, MAX_QUEUED_EVENTS } from './event-sender.ts';

const [SENDER, RECEIVER] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];

const sign = createBundleSigner('key');

const clientWork = (clientId: number): NamedEvent => ['client-work', { clientId }];

/** A receiver, and what it handed on. */
const openReceiver = () => {
  const received: NamedEvent[] = [];
  const receiver = createEventReceiver({
    nodeId: RECEIVER,
    sign,
    receive: (_senderId, ...event) => received.push(event),
    onProbe: () => {},
  });
  return { receiver, received };
};

/** A sender and a receiver with a channel between them that loses what it is told to lose. */
const connectPair = () => {
  const { receiver, received } = openReceiver();
  const channel = { isUp: true, loses: false };
  const sender = createEventSender({
    nodeId: SENDER,
    sign,
    bundleMs: 0,
    publish: async (payloads) => {
      // The statement may have been carried out although its answer was lost.
      if (!channel.loses) for (const payload of payloads) receiver.handleNotification(payload);
      if (!channel.isUp) throw new Error('the connection ended');
    },
  });
  return { sender, receiver, channel, received };
};

it('an event arrives, or events-lost after it', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant('emit' as const) },
    fc.constantFrom('flush', 'cut', 'lose', 'restore', 'listener-reconnects'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { sender, receiver, channel, received } = connectPair();
      /** Number of received events when each event was emitted. */
      const receivedBefore: number[] = [];
      for (const action of steps) {
        if (action === 'emit') {
          receivedBefore.push(received.length);
          sender.add(...clientWork(receivedBefore.length));
        }
        if (action === 'flush') await sender.flush();
        if (action === 'cut') channel.isUp = false;
        if (action === 'lose') channel.loses = true;
        if (action === 'restore' || action === 'listener-reconnects') {
          // A notification is lost only with the connection of the sender or of the receiver.
          if (channel.loses) receiver.reset();
          Object.assign(channel, { isUp: true, loses: false });
          if (action === 'listener-reconnects') receiver.reset();
          sender.resume();
        }
      }
      if (channel.loses) {
        await sender.flush();
        receiver.reset();
      }
      Object.assign(channel, { isUp: true, loses: false });
      await sender.flush();
      expect(sender.isIncomplete()).toBe(false);
      const lastLoss = received.findLastIndex(([name]) => name === 'events-lost');
      const ids = received.flatMap(([name, event]) =>
        name === 'client-work' ? [(event as { clientId: number }).clientId] : [],
      );
      for (const [index, count] of receivedBefore.entries()) {
        const isThere = ids.includes(index + 1);
        expect(isThere || lastLoss >= count, `event ${index + 1}`).toBe(true);
      }
      // Never out of order, and never twice.
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    }),
  );
});

it('drops events above the limit while the database hangs, and says so', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { receiver, received } = openReceiver();
  const sender = createEventSender({
    nodeId: SENDER,
    sign,
    bundleMs: 0,
    publish: async (payloads) => {
      await promise;
      for (const payload of payloads) receiver.handleNotification(payload);
    },
  });
  sender.add(...clientWork(0));
  const flushed = sender.flush();
  for (let id = 1; id <= MAX_QUEUED_EVENTS + 1; id += 1) sender.add(...clientWork(id));
  resolve();
  await flushed;
  await sender.flush();
  expect(received).toEqual([clientWork(0), ['events-lost', {}], clientWork(MAX_QUEUED_EVENTS + 1)]);
});

/** The notification of one event with this sequence number. */
const formatNotification = (nodeId: string, sequence: number, clientId: number): string =>
  packEvents([clientWork(clientId)], { nodeId, lastSequence: sequence - 1, sign })[0] ?? '';

it('takes a gap in the sequence of a sender for a loss', () => {
  const { receiver, received } = openReceiver();
  receiver.handleNotification(formatNotification(SENDER, 7, 1));
  receiver.handleNotification(formatNotification(SENDER, 9, 3));
  expect(received).toEqual([clientWork(1), ['events-lost', {}], clientWork(3)]);
  expect(receiver.readCounts().lost).toBe(1);
});

it('ignores other programs, and what is sent again', () => {
  const { receiver, received } = openReceiver();
  const notification = formatNotification(SENDER, 7, 1);
  for (const payload of [notification, 'of another program', notification])
    receiver.handleNotification(payload);
  expect(received).toEqual([clientWork(1)]);
});

it('reports the loss of a server that ended', () => {
  const { receiver, received } = openReceiver();
  receiver.reportLoss();
  expect(received).toEqual([['events-lost', {}]]);
});

it('does not hear itself', () => {
  const { receiver, received } = openReceiver();
  receiver.handleNotification(formatNotification(RECEIVER, 1, 1));
  expect(received).toEqual([]);
});
