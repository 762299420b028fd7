import { MAX_NOTIFICATION_BYTES } from '@yunbiao/db';
import type { NamedEvent } from '@yunbiao/services';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBundleSigner, formatSignedProbe, packEvents, parseBundle } from './event-bundles.ts';

const NODE_ID = '0123456789abcdef';
const sign = createBundleSigner('key');

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
      const payloads = packEvents(events, { nodeId: NODE_ID, lastSequence: last, sign });
      const bundles = payloads.map((payload) => {
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_NOTIFICATION_BYTES);
        return parseBundle(payload, sign);
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
  const [bundle, ...more] = packEvents(events, { nodeId: NODE_ID, lastSequence: 0, sign }).map(
    (payload) => parseBundle(payload, sign),
  );
  expect(more).toEqual([]);
  expect(bundle?.events).toEqual([events[0], ['events-lost', {}], events[2]]);
});

it('reads a probe as a bundle without events', () => {
  expect(parseBundle(formatSignedProbe(NODE_ID, sign), sign)).toEqual({
    nodeId: NODE_ID,
    sequence: 0,
    events: [],
  });
});

it.each(['', 'x', `${NODE_ID}:1:[]`, `${'a'.repeat(22)}:${NODE_ID}:1:[]`, '标'.repeat(30)])(
  'refuses the foreign notification %j',
  (payload) => {
    expect(parseBundle(payload, sign)).toBeNull();
  },
);

it('refuses what was signed with another key, and what was changed', () => {
  const foreign = formatSignedProbe(NODE_ID, createBundleSigner('other'));
  expect(parseBundle(foreign, sign)).toBeNull();
  const changed = formatSignedProbe(NODE_ID, sign).replace(':0:', ':1:');
  expect(parseBundle(changed, sign)).toBeNull();
});
