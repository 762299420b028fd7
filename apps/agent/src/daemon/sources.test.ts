import { TEMPLATES_KEPT } from '@yunbiao/contract/gateway';
import type { Lease, Setup } from '@yunbiao/contract/gateway';
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

const SETUP: Setup = {
  language: 'zpl',
  dpi: 203,
  widthMm: 50,
  heightMm: 30,
  gapMm: 2,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  darkness: 15,
  speed: 4,
};
const TEMPLATE = { version: 1, widthMm: 50, heightMm: 30, fields: [], elements: [] };

it('refuses a label for a printer that was given another language since', () => {
  const sources = createSources();
  sources.learn({ type: 'template', key: 'zpl', template: TEMPLATE, setup: SETUP });
  const lease = leaseOf('zpl');
  sources.attach(lease);
  expect(sources.prepare(lease, 'zpl').ok).toBe(true);
  expect(sources.prepare(lease, 'tspl')).toEqual({
    ok: false,
    reason: '打印机换了语言，这张标签还是按原来的语言发的；改好打印机配置再打一次',
  });
});

it('remembers the newest templates of a connection only, and each as long as a label needs it', () => {
  const sources = createSources();
  const learn = (key: string, more: object = {}): void =>
    sources.learn({
      type: 'template',
      key,
      template: { ...TEMPLATE, ...more },
      setup: SETUP,
    });
  const isKnown = (lease: Lease): boolean => {
    sources.attach(lease);
    return sources.prepare(lease, 'zpl').ok;
  };
  learn('first');
  const early = leaseOf('first');
  expect(isKnown(early)).toBe(true);
  for (let i = 1; i < TEMPLATES_KEPT; i += 1) learn(String(i));
  expect(isKnown(leaseOf('first'))).toBe(true);
  learn('one more');
  expect(isKnown(leaseOf('first'))).toBe(false);
  expect(isKnown(leaseOf('1'))).toBe(true);
  expect(sources.prepare(early, 'zpl').ok).toBe(true);
  // One it cannot read has its place among them, as the server counts; sent again, a template is the newest.
  learn('later', { newPart: true });
  expect(isKnown(leaseOf('later'))).toBe(false);
  expect(isKnown(leaseOf('1'))).toBe(false);
  learn('2');
  learn('last');
  expect(isKnown(leaseOf('2'))).toBe(true);
  expect(isKnown(leaseOf('3'))).toBe(false);
});
