import type { Page } from '../queue.ts';
import type { Abilities } from './abilities.ts';
import { collection, integer, keyword } from './encode.ts';
import type { SentAttributes } from './encode.ts';
import { mediaFor } from './media.ts';

/**
 * How a page is to lie on the paper: as large as it is, once, with nothing in front of it. Of paper that a printer does
 * not know, it is not told: some turn the job away.
 */
export const pageAttributes = (
  page: Page,
  { media, leavesSize, leavesSheets }: Pick<Abilities, 'media' | 'leavesSize' | 'leavesSheets'>,
): SentAttributes => {
  const size = mediaFor(page, media);
  return [
    ['copies', integer(1)],
    ...(leavesSheets ? [['job-sheets', keyword('none')] as const] : []),
    ...(leavesSize ? [['print-scaling', keyword('none')] as const] : []),
    ...(size
      ? [
          [
            'media-col',
            collection([
              [
                'media-size',
                collection([
                  ['x-dimension', integer(size.x)],
                  ['y-dimension', integer(size.y)],
                ]),
              ],
            ]),
          ] as const,
        ]
      : []),
  ];
};
