import { TEMPLATES_KEPT } from '@yunbiao/contract/gateway';
import type { Lease } from '@yunbiao/contract/gateway';
import { expect, it } from 'vitest';
import { createSources } from './sources.ts';

const leaseOf = (templateKey: string): Lease => ({
  detailId: '1',
  attempt: 1,
  localId: 'p1',
  batchNo: 'B1',
  sequence: 1,
  copy: 1,
  fence: 1,
  templateKey,
  data: { 品名: '苹果' },
  expiresAt: 0,
});

it('remembers the newest templates of a connection only, and each as long as a label needs it', () => {
  const sources = createSources();
  const learn = (key: string, more: object = {}): void =>
    sources.learn({
      type: 'template',
      key,
      template: { version: 1, widthMm: 50, heightMm: 30, fields: [], elements: [], ...more },
      setup: {
        language: 'zpl',
        dpi: 203,
        widthMm: 50,
        heightMm: 30,
        gapMm: 2,
        offsetXMm: 0,
        offsetYMm: 0,
        pitchScale: 100,
        rotation: 0,
        darkness: 15,
        speed: 4,
      },
    });
  const isKnown = (lease: Lease): boolean => {
    sources.attach(lease);
    return sources.prepare(lease).ok;
  };
  learn('first');
  const early = leaseOf('first');
  expect(isKnown(early)).toBe(true);
  for (let i = 1; i < TEMPLATES_KEPT; i += 1) learn(String(i));
  expect(isKnown(leaseOf('first'))).toBe(true);
  learn('one more');
  expect(isKnown(leaseOf('first'))).toBe(false);
  expect(isKnown(leaseOf('1'))).toBe(true);
  expect(sources.prepare(early).ok).toBe(true);
  // One it cannot read has its place among them, as the server counts; sent again, a template is the newest.
  learn('later', { newPart: true });
  expect(isKnown(leaseOf('later'))).toBe(false);
  expect(isKnown(leaseOf('1'))).toBe(false);
  learn('2');
  learn('last');
  expect(isKnown(leaseOf('2'))).toBe(true);
  expect(isKnown(leaseOf('3'))).toBe(false);
});
