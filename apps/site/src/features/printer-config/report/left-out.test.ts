import { expect, it } from 'vitest';
import { describeModelsLeftOut } from './left-out.ts';

const models = [{ name: 'zebra-zd421', title: 'ZD421' }];

it('says how many models of a brand are missing, and why', () => {
  expect(describeModelsLeftOut({ title: '得力', models, leftOut: 3 }, 'zpl')).toBe(
    '这台打印机是用 ZPL 打印的，得力另有 3 个型号不会 ZPL，没有列出。',
  );
});

it('says so of a brand that has no other', () => {
  expect(describeModelsLeftOut({ title: '得力', models: [], leftOut: 3 }, 'escpos')).toBe(
    '这台打印机是用 ESC/POS 打印的，得力的型号不会 ESC/POS，没有列出。',
  );
});

it('says nothing when no model is missing', () => {
  expect(describeModelsLeftOut({ title: '斑马', models, leftOut: 0 }, 'zpl')).toBeUndefined();
  expect(describeModelsLeftOut({ title: '斑马', models, leftOut: 0 }, null)).toBeUndefined();
});
