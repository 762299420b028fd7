import { FONTS_CHANGED } from '@yunbiao/contract/envelope';
import type { BatchTable, Selectable, Tx } from '@yunbiao/db';
import { getFontsDigest, hasFonts, NEWEST_FONT_EDITION } from '@yunbiao/label/known-font';
import { joinFontNeeds, readNeeds } from '../drawing/index.ts';
import { ServiceError } from '../errors.ts';

type Fonts = Pick<Selectable<BatchTable>, 'id' | 'fonts' | 'template' | 'setup' | 'needs'>;

/** Whether the fonts labels are drawn with are others now; false where it is not known, or no matter. */
export const haveFontsChanged = ({ fonts }: Pick<Fonts, 'fonts'>): boolean =>
  fonts !== '' && !hasFonts(fonts);

/**
 * The batch is drawn with the fonts of now from here on, when it was with others and the member says so (`isAgreed`).
 * @throws 409, with a reason of its own, when nobody said so: its labels would not look as they did
 */
export const takeFontsOfNow = async <B extends Fonts>(
  tx: Tx,
  batch: B,
  isAgreed: boolean,
): Promise<B> => {
  if (!haveFontsChanged(batch)) return batch;
  if (!isAgreed)
    throw new ServiceError(
      409,
      '这批标签提交以后，画标签的字体换过了：重打出来的字形和位置可能和原来的不一样',
      { reason: FONTS_CHANGED },
    );
  const now = {
    fonts: getFontsDigest(),
    needs: joinFontNeeds(readNeeds(batch), NEWEST_FONT_EDITION),
  };
  await tx.updateTable('batch').set(now).where('id', '=', batch.id).execute();
  return { ...batch, ...now };
};
