import { FORMAT_STEPS } from '@yunbiao/label/schema';
import { afterEach, expect, it } from 'vitest';
import { checkTemplate } from './check-template.ts';

const template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] };

afterEach(() => {
  FORMAT_STEPS.delete(0);
});

it('takes a file of an older format as one of the newest', () => {
  const { widthMm, ...rest } = template;
  const old = { ...rest, version: 0, width: widthMm };
  const problem = '模板的格式版本是 0，这里只认 1';
  expect(checkTemplate(old)).toMatchObject({
    template: null,
    problem: expect.stringContaining(problem) as string,
  });
  FORMAT_STEPS.set(0, ({ width, ...others }) => ({ ...others, widthMm: width }));
  expect(checkTemplate(old)).toEqual({ template, problem: null });
});
