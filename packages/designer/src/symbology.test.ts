import { templateContent } from '@yunbiao/contract';
import { expect, it } from 'vitest';
import { CODE_TYPES } from './symbology.ts';

it('offers every code a template may have, and no other', () => {
  const { element } = templateContent.shape.elements;
  const codes = element.options.flatMap(({ shape }) =>
    'content' in shape && !('image' in shape)
      ? [...(shape.type._zod.values ?? [])].map(String)
      : [],
  );
  expect(CODE_TYPES.toSorted()).toEqual(codes.filter((type) => type !== 'text').toSorted());
});
