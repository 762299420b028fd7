import { parseGs1 } from '../gs1/parse.ts';
import { spellFullAscii } from '../linear/code39.ts';
import { getGtin } from '../linear/databar/gtin.ts';
import { upcEInFull } from '../linear/ean.ts';
import { LINEAR } from '../linear/linear.ts';
import type { SceneCode } from '../scene.ts';
import type { CodeElement } from '../template.ts';

/** How a decoder is asked, in the words of ZXing (`ReaderOptions` of zxing-wasm). */
export type ReadOptions = {
  formats: (
    | 'Code128'
    | 'EAN13'
    | 'EAN8'
    | 'UPCA'
    | 'UPCE'
    | 'ITF'
    | 'Code39Std'
    | 'Code93'
    | 'Codabar'
    | 'DataBarOmni'
    | 'DataBarLtd'
    | 'DataBarExp'
    | 'DataBarStk'
    | 'DataBarStkOmni'
    | 'DataBarExpStk'
    | 'QRCode'
    | 'MicroQRCode'
    | 'DataMatrix'
    | 'PDF417'
    | 'Aztec'
  )[];
  /** HRI: GS1's elements with brackets. */
  textMode: 'Plain' | 'HRI';
  eanAddOnSymbol: 'Ignore' | 'Require';
};

/** What to ask for, and the text a decoder must tell. */
export type Reading = { options: ReadOptions; text: string };

type Format = ReadOptions['formats'][number];

const FORMATS: Readonly<Record<CodeElement['type'], Format>> = {
  code128: 'Code128',
  'gs1-128': 'Code128',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA',
  upce: 'UPCE',
  itf14: 'ITF',
  // Its characters as they are: a check character behind pairs may look like half of one.
  code39: 'Code39Std',
  code93: 'Code93',
  codabar: 'Codabar',
  databar: 'DataBarOmni',
  'databar-limited': 'DataBarLtd',
  'databar-expanded': 'DataBarExp',
  'databar-stacked': 'DataBarStk',
  'databar-stacked-omni': 'DataBarStkOmni',
  'databar-expanded-stacked': 'DataBarExpStk',
  qr: 'QRCode',
  microqr: 'MicroQRCode',
  pdf417: 'PDF417',
  aztec: 'Aztec',
  datamatrix: 'DataMatrix',
  'gs1-datamatrix': 'DataMatrix',
};

/** How a code of the scene is read back. */
export function getReading(code: SceneCode): Reading {
  const { type } = code.element;
  const isGs1 = /^(gs1|databar)/.test(type);
  const hasAddOn = /^(ean|upc)/.test(type) && /[ +]\d/.test(code.content);
  return {
    options: {
      formats: [FORMATS[type]],
      textMode: isGs1 ? 'HRI' : 'Plain',
      eanAddOnSymbol: hasAddOn ? 'Require' : 'Ignore',
    },
    text: getText(code),
  };
}

/** What the symbol holds: the content with check digits, brackets and start letters that its encoder adds. */
function getText({ element, content }: SceneCode): string {
  const { type } = element;
  const withCheck = 'withCheck' in element && element.withCheck;
  const shown = (name: keyof typeof LINEAR, said = content): string =>
    LINEAR[name]
      .encode(said, { withCheck })
      .text.map(({ text }) => text)
      .join('');
  switch (type) {
    case 'gs1-128':
    case 'gs1-datamatrix':
    case 'databar-expanded':
    case 'databar-expanded-stacked':
      return parseGs1(content).text;
    case 'databar':
    case 'databar-limited':
    case 'databar-stacked':
    case 'databar-stacked-omni':
      return `(01)${getGtin('GS1 DataBar', content)}`;
    case 'ean13':
    case 'ean8':
      return shown(type);
    // Decoders tell both with thirteen digits.
    case 'upca':
      return `0${shown(type)}`;
    case 'upce':
      return `0${upcEInFull(content)}`;
    case 'itf14':
      return shown(type).replaceAll(' ', '');
    case 'code39':
      return shown(type, element.fullAscii ? spellFullAscii(content) : content).slice(1, -1);
    case 'codabar': {
      const text = shown(type);
      return /^[A-D]/.test(text) ? text : `A${text}A`;
    }
    default:
      return content;
  }
}
