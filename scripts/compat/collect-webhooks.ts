import { WEBHOOK_EVENTS } from '@yunbiao/contract';
import { createEmptyCounts } from '../../packages/services/src/printing/label-state/batch-counts.ts';
import {
  buildEventBody,
  createPingBody,
} from '../../packages/services/src/printing/webhook/event.ts';
import type { Entries } from './entries.ts';
import { readSource } from './sources.ts';

const FINISHED = {
  batch_no: '20261129-0001',
  state: 'done',
  total: 1,
  created_at: 0,
  finished_at: 0,
};

const listFields = (name: string, value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => listFields(`${name}.${key}`, inner))
    : [[name, typeof value]];

const listHeaders = (): string[] =>
  readSource('packages/services/src/printing/webhook/queue.ts').match(
    /(?<=')webhook-[a-z]+(?=':)/g,
  ) ?? [];

/** Webhook requests that other systems receive: header names, and body fields with their types. */
export const collectWebhooks = (): Entries => {
  const batch = { at: 0, batch: FINISHED, counts: createEmptyCounts() };
  return new Map([
    ...listHeaders().map((name): [string, string] => [`header ${name}`, '']),
    ...WEBHOOK_EVENTS.flatMap((event): [string, string][] => [
      [event, ''],
      ...listFields(event, JSON.parse(buildEventBody(event, batch))),
    ]),
    ...listFields('ping', JSON.parse(createPingBody(0))),
  ]);
};
