import { MAX_NOTIFICATION_BYTES } from '@yunbiao/db';
import type { NamedEvent } from '@yunbiao/services';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatProbe, packEvents, parseBundle } from './event-bundles.ts';

const NODE_ID = '0123456789abcdef';

const contentChanged = (tag: string): NamedEvent => [
  'content-changed',
  { tags: [tag as 'article'] },
];

const anyEvent = fc.oneof(
  fc.nat().map((clientId): NamedEvent => ['client-work', { clientId }]),
  fc.string({ unit: 'binary', maxLength: 3_000 }).map(contentChanged),
);

it('carries every event in order, in notifications that PostgreSQL accepts', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 60 }), fc.nat(), (events, last) => {
      const payloads = packEvents(events, { nodeId: NODE_ID, lastSequence: last });
      const bundles = payloads.map((payload) => {
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_NOTIFICATION_BYTES);
        return parseBundle(payload);
      });
      expect(bundles.map((bundle) => bundle?.sequence)).toEqual(
        payloads.map((_, index) => last + index + 1),
      );
      expect(bundles.flatMap((bundle) => bundle?.events ?? [])).toEqual(
        events.map((event) => JSON.parse(JSON.stringify(event)) as NamedEvent),
      );
    }),
  );
});

it('replaces an event too large for a notification', () => {
  const events: NamedEvent[] = [
    ['client-work', { clientId: 1 }],
    contentChanged('标'.repeat(4_000)),
    ['client-work', { clientId: 2 }],
  ];
  const [bundle, ...more] = packEvents(events, { nodeId: NODE_ID, lastSequence: 0 }).map(
    parseBundle,
  );
  expect(more).toEqual([]);
  expect(bundle?.events).toEqual([events[0], ['events-lost', {}], events[2]]);
});

it('reads a probe as a bundle without events', () => {
  expect(parseBundle(formatProbe(NODE_ID))).toEqual({ nodeId: NODE_ID, sequence: 0, events: [] });
});

it.each([
  '',
  'x',
  `${NODE_ID}:1:`,
  `${NODE_ID}:1:{}`,
  `${NODE_ID}:1:[1]`,
  `${NODE_ID}:1:[[1]]`,
  `${NODE_ID}:x:[]`,
])('refuses the foreign notification %j', (payload) => {
  expect(parseBundle(payload)).toBeNull();
});
