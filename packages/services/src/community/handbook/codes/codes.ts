import type { CodeElement } from '@yunbiao/label/template';
import type { CodeHelp } from '../help.ts';
import { DATABAR } from './databar.ts';
import { LINEAR_HELP } from './linear.ts';
import { LOGISTICS } from './logistics.ts';
import { MATRIX } from './matrix.ts';
import { RETAIL } from './retail.ts';

/**
 * Help for every code of the engine, in handbook order. The compiler requires an entry for each new
 * code.
 */
export const CODES: Readonly<Record<CodeElement['type'], CodeHelp>> = {
  code128: LINEAR_HELP.code128,
  ean13: RETAIL.ean13,
  ean8: RETAIL.ean8,
  upca: RETAIL.upca,
  upce: RETAIL.upce,
  ...LOGISTICS,
  code39: LINEAR_HELP.code39,
  code93: LINEAR_HELP.code93,
  codabar: LINEAR_HELP.codabar,
  ...DATABAR,
  ...MATRIX,
};
