import { z } from '@yunbiao/contract/core/zod';
import { expect, it } from 'vitest';
import { describeSchema } from './describe-schema.ts';

it('tells fields, bounds, what must be there and what is to choose from', () => {
  const schema = z.object({
    name: z.string().max(9).describe('how it is called'),
    state: z.enum(['on', 'off']).optional(),
    sizes: z.array(z.number().int().min(1).max(9).nullable()),
  });
  expect([...describeSchema('thing', schema)]).toEqual([
    ['thing', 'object'],
    ['thing.name', 'required string maxLength=9'],
    ['thing.state', 'optional string'],
    ['thing.state = "on"', ''],
    ['thing.state = "off"', ''],
    ['thing.sizes', 'required array'],
    ['thing.sizes[]', 'integer|null minimum=1 maximum=9'],
  ]);
});

it('tells the kinds of a union apart', () => {
  const schema = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('ping') }),
    z.object({ type: z.enum(['ack', 'nak']), seq: z.number() }),
  ]);
  expect([...describeSchema('message', schema).keys()]).toEqual([
    'message',
    'message<ping>',
    'message<ack>',
    'message<ack>.seq',
    'message<nak>',
    'message<nak>.seq',
  ]);
});
