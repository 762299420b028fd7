import { parseGs1 } from '../gs1/parse.ts';
import { spellAsciiInCode39 } from '../linear/code39.ts';
import { parseGtin } from '../linear/databar/gtin.ts';
import { expandUpcE } from '../linear/upc-e.ts';
import { LINEAR } from '../linear/linear.ts';
import type { SceneCode } from '../scene.ts';
import type { CodeElement } from '../template.ts';

/** Decoder options, named as in ZXing (`ReaderOptions` of zxing-wasm). */
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
  /** HRI shows GS1 elements with brackets. */
  textMode: 'Plain' | 'HRI';
  eanAddOnSymbol: 'Ignore' | 'Require';
};

/** Decoder options, and the text the decoder must return. */
export type ExpectedReading = { options: ReadOptions; text: string };

type Format = ReadOptions['formats'][number];

const FORMATS: Readonly<Record<CodeElement['type'], Format>> = {
  code128: 'Code128',
  'gs1-128': 'Code128',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA',
  upce: 'UPCE',
  itf14: 'ITF',
  // Plain Code 39: a check character after pairs could be taken for half of a pair.
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

/** Describes how to read back a code of the scene. */
export function buildExpectedReading(code: SceneCode): ExpectedReading {
  const { type } = code.element;
  const isGs1 = /^(gs1|databar)/.test(type);
  const hasAddOn = /^(ean|upc)/.test(type) && /[ +]\d/.test(code.content);
  return {
    options: {
      formats: [FORMATS[type]],
      textMode: isGs1 ? 'HRI' : 'Plain',
      eanAddOnSymbol: hasAddOn ? 'Require' : 'Ignore',
    },
    text: buildExpectedText(code),
  };
}

/**
 * Text in the symbol: the content with the check digits, brackets and start letters that the
 * encoder adds.
 */
function buildExpectedText({ element, content }: SceneCode): string {
  const { type } = element;
  const withCheck = 'withCheck' in element && element.withCheck;
  const computePrintedText = (name: keyof typeof LINEAR, printedText = content): string =>
    LINEAR[name]
      .encode(printedText, { withCheck })
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
      return `(01)${parseGtin('GS1 DataBar', content)}`;
    case 'ean13':
    case 'ean8':
      return computePrintedText(type);
    // Decoders return both with thirteen digits.
    case 'upca':
      return `0${computePrintedText(type)}`;
    case 'upce':
      return `0${expandUpcE(content)}`;
    case 'itf14':
      return computePrintedText(type).replaceAll(' ', '');
    case 'code39':
      return computePrintedText(
        type,
        element.fullAscii ? spellAsciiInCode39(content) : content,
      ).slice(1, -1);
    case 'codabar': {
      const text = computePrintedText(type);
      return /^[A-D]/.test(text) ? text : `A${text}A`;
    }
    default:
      return content;
  }
}
