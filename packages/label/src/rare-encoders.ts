import { encodeDataBarExpanded, encodeDataBarExpandedStacked } from './linear/databar/expanded.ts';
import { encodeDataBarLimited } from './linear/databar/limited.ts';
import { encodeDataBar, encodeDataBarStacked } from './linear/databar/omnidirectional.ts';
import { AZTEC_QUIET_ZONE, encodeAztec } from './matrix/aztec/encode.ts';
import { encodeMicroQr, MICRO_QR_QUIET_ZONE } from './matrix/micro-qr/encode.ts';
import { encodePdf417, PDF417_QUIET_ZONE } from './matrix/pdf417/encode.ts';
import type { MatrixSymbol, RareEncoders } from './rare-symbology.ts';
import type { RareMatrixElement } from './template.ts';

/** All encoders of rare symbologies, for programs that can bundle them. */
export const RARE_ENCODERS: RareEncoders = {
  linear: {
    databar: { title: 'GS1 DataBar', encode: encodeDataBar },
    'databar-limited': { title: 'GS1 DataBar 限定式', encode: encodeDataBarLimited },
    'databar-expanded': { title: 'GS1 DataBar 扩展式', encode: encodeDataBarExpanded },
  },
  encodeMatrix: encodeRareMatrix,
};

/** The rows of DataBar need no quiet zone (ISO/IEC 24724, 5.1). */
const STACKED_QUIET_ZONE = 0;

function encodeRareMatrix(
  element: RareMatrixElement,
  content: string,
  aspect: number,
): MatrixSymbol {
  switch (element.type) {
    case 'microqr':
      return { code: encodeMicroQr(content, element.level), quiet: MICRO_QR_QUIET_ZONE };
    case 'aztec':
      return { code: encodeAztec(content), quiet: AZTEC_QUIET_ZONE };
    case 'pdf417': {
      const columns = element.columns === undefined ? {} : { columns: element.columns };
      return { code: encodePdf417(content, { ...columns, aspect }), quiet: PDF417_QUIET_ZONE };
    }
    case 'databar-stacked':
    case 'databar-stacked-omni': {
      const isOmnidirectional = element.type === 'databar-stacked-omni';
      return { ...encodeDataBarStacked(content, { isOmnidirectional }), quiet: STACKED_QUIET_ZONE };
    }
    case 'databar-expanded-stacked':
      return { ...encodeDataBarExpandedStacked(content, { aspect }), quiet: STACKED_QUIET_ZONE };
  }
}
