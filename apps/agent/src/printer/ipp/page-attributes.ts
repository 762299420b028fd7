import type { Page } from '../queue.ts';
import type { Abilities } from './abilities.ts';
import { tagCollection, tagInteger, tagKeyword } from './encode.ts';
import type { TaggedAttributes } from './encode.ts';
import { findMedia } from './media.ts';

/**
 * Builds the page attributes of a job: one copy, unscaled, without banner sheets. Omits an
 * unsupported media size, because some printers reject the job.
 */
export const buildPageAttributes = (
  page: Page,
  {
    media,
    canDisableScaling,
    canDisableBanners,
  }: Pick<Abilities, 'media' | 'canDisableScaling' | 'canDisableBanners'>,
): TaggedAttributes => {
  const size = findMedia(page, media);
  return [
    ['copies', tagInteger(1)],
    ...(canDisableBanners ? [['job-sheets', tagKeyword('none')] as const] : []),
    ...(canDisableScaling ? [['print-scaling', tagKeyword('none')] as const] : []),
    ...(size
      ? [
          [
            'media-col',
            tagCollection([
              [
                'media-size',
                tagCollection([
                  ['x-dimension', tagInteger(size.x)],
                  ['y-dimension', tagInteger(size.y)],
                ]),
              ],
            ]),
          ] as const,
        ]
      : []),
  ];
};
