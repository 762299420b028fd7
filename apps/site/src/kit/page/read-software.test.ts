import { createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { expect, it } from 'vitest';
import { type LoadedSoftware, loadSoftwareFields, type SoftwarePlace } from './read-software.ts';

const setUp = (software: LoadedSoftware) => {
  const calls: string[] = [];
  const whole = { id: '1', name: '标签', summary: '简介', faqs: [] };
  const place = {
    context: {
      createApi: () => ({
        call: async (name: string) => (calls.push(name), createOkEnvelope(whole)),
      }),
    },
    params: { soft: 'label' },
    parentMatchPromise: Promise.resolve({ loaderData: { software } }),
  } as unknown as SoftwarePlace;
  return { place, calls };
};

// @spec software-asked-once
it('a software that is loaded is not asked for again', async () => {
  const { place, calls } = setUp({ id: '1', name: '标签', faqs: [] });
  expect(await loadSoftwareFields(place, ['name'])).toMatchObject({ name: '标签' });
  expect(await loadSoftwareFields(place, ['faqs'])).toMatchObject({ name: '标签', faqs: [] });
  expect(calls).toEqual([]);
});

it('what a page of the document has not brought is asked for', async () => {
  const { place, calls } = setUp({ id: '1', name: '标签' });
  expect(await loadSoftwareFields(place, ['summary'])).toMatchObject({ summary: '简介' });
  expect(calls).toEqual(['curSoftware']);
});
