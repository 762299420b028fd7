import { FONTS_CHANGED } from '@yunbiao/contract/core/envelope';
import type { BatchTable, Selectable } from '@yunbiao/db';
import {
  getFontsDigest,
  isKnownFontsDigest,
  NEWEST_FONT_EDITION,
} from '@yunbiao/label/verify-font';
import { mergeFontNeeds, resolveBatchNeeds } from '../../capabilities/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

type Fonts = Pick<Selectable<BatchTable>, 'id' | 'fonts' | 'template' | 'setup' | 'needs'>;

/** Whether the fonts of the labels have changed. False when this is unknown or irrelevant. */
export const haveFontsChanged = ({ fonts }: Pick<Fonts, 'fonts'>): boolean =>
  fonts !== '' && !isKnownFontsDigest(fonts);

/**
 * The current fonts for the batch, to store before its labels are sent again. Undefined when they
 * have not changed.
 * @throws 409 with its own reason when they changed and the member has not agreed (`isAgreed`),
 * because the labels would look different
 */
export const requireCurrentFonts = (
  batch: Fonts,
  isAgreed: boolean,
): Pick<Fonts, 'fonts' | 'needs'> | undefined => {
  if (!haveFontsChanged(batch)) return undefined;
  if (!isAgreed)
    throw new ServiceError(
      409,
      '这批标签提交以后，画标签的字体换过了：重新打印出来的字形和位置可能和原来的不一样',
      { reason: FONTS_CHANGED },
    );
  return {
    fonts: getFontsDigest(),
    needs: mergeFontNeeds(resolveBatchNeeds(batch), NEWEST_FONT_EDITION),
  };
};
