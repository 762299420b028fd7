import { expect, it } from 'vitest';
import type { HeroLabel } from '../home-data.ts';
import { setFieldSamples } from './fill-samples.ts';
import { passSample } from './pass-sample.ts';

const CONTENT = { version: 1, widthMm: 50, heightMm: 30, fields: [], elements: [] };
const FILLED = {
  sample: { id: '3', name: '货位', content: CONTENT } as unknown as HeroLabel['sample'],
  values: {},
};
const PLACE = { alias: 'label', session: {} as never };

it('tells scripts that did not arrive from a browser without room', async () => {
  const fail = async () => {
    throw new Error('Failed to fetch dynamically imported module');
  };
  expect(await passSample(FILLED, PLACE, fail)).toBe('unloaded');
  expect(await passSample(FILLED, PLACE, async () => ({ passDesign: fail, setFieldSamples }))).toBe(
    'failed',
  );
});
