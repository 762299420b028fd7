import type { NamedEvent } from '@yunbiao/services';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventReceiver } from './event-receiver.ts';
import { createEventSender, MAX_QUEUED_EVENTS } from './event-sender.ts';

const [SENDER, RECEIVER] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];

const clientWork = (clientId: number): NamedEvent => ['client-work', { clientId }];

/** A sender and a receiver with a channel between them that loses what it is told to lose. */
const connectPair = () => {
  const received: NamedEvent[] = [];
  const channel = { isUp: true, loses: false };
  const receiver = createEventReceiver({
    nodeId: RECEIVER,
    receive: (...event) => received.push(event),
    onProbe: () => {},
  });
  const sender = createEventSender({
    nodeId: SENDER,
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
  const received: NamedEvent[] = [];
  const receiver = createEventReceiver({
    nodeId: RECEIVER,
    receive: (...event) => received.push(event),
    onProbe: () => {},
  });
  const sender = createEventSender({
    nodeId: SENDER,
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

it('takes a gap in the sequence of a sender for a loss', () => {
  const { receiver, received } = connectPair();
  receiver.handleNotification(`${SENDER}:7:[["client-work",{"clientId":1}]]`);
  receiver.handleNotification(`${SENDER}:9:[["client-work",{"clientId":3}]]`);
  receiver.handleNotification('of another program');
  expect(received).toEqual([
    clientWork(1),
    ['events-lost', {}],
    clientWork(3),
    ['events-lost', {}],
  ]);
  expect(receiver.readCounts().lost).toBe(2);
});

it('does not hear itself', () => {
  const { receiver, received } = connectPair();
  receiver.handleNotification(`${RECEIVER}:1:[["client-work",{"clientId":1}]]`);
  expect(received).toEqual([]);
});
