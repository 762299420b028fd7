import { computeRoomForCodeText } from '../../layout/hri.ts';
import { LINEAR } from '../../linear/linear.ts';
import type { LinearOptions } from '../../linear/symbol.ts';
import { encodeAztec } from '../../matrix/aztec/encode.ts';
import { DATA_MATRIX_QUIET_ZONE, encodeDataMatrix } from '../../matrix/data-matrix/encode.ts';
import type { ModuleMatrix } from '../../matrix/module-matrix.ts';
import { encodePdf417, PDF417_QUIET_ZONE } from '../../matrix/pdf417/encode.ts';
import { encodeQr, QR_QUIET_ZONE } from '../../matrix/qr/encode.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import type {
  AztecElement,
  DataMatrixElement,
  ElementBox,
  MatrixElement,
  Pdf417Element,
  QrElement,
  TemplateElement,
} from '../../template.ts';
import { readDataMatrixData } from '../codes/data-matrix-data.ts';
import { encodeZplLinearCode } from '../codes/linear.ts';
import { unescapeLineEnds, encodeZplMatrixCode } from '../codes/matrix.ts';
import type { ZplMatrix } from '../codes/matrix.ts';
import { readQrData } from '../codes/qr-data.ts';
import { buildCodeTextLines, measureLinearCode } from '../draw/codes.ts';
import { isLinearCodeSpec, placeMatrixCode } from '../draw/fields.ts';
import { placeField } from '../draw/place.ts';
import { decodeZplText } from '../encoding.ts';
import type { CodeContent, LinearSpec, MatrixSpec, ZplField } from '../label.ts';
import { decodeLatin1 } from '../lexer.ts';
import { buildElementBox, convertDotsToMm } from './context.ts';
import type { TemplateContext } from './context.ts';
import { toGs1BracketText } from './gs1.ts';
import { hasBraces, buildElementContent } from './values.ts';

/** Why a code becomes a picture instead of an element, in Chinese. */
export type UnsupportedCode = { trouble: string };

const BRACES: UnsupportedCode = { trouble: '内容里有花括号，会被当成模板的一栏' };

/**
 * Converts a code to an element at the same place with the same module size and content; its bars
 * may differ. Returns `trouble` when no element type can express it. Throws LabelError
 * `code-not-encodable` for content that printers reject too.
 */
export function buildCodeElements(
  context: TemplateContext,
  field: ZplField,
  content: CodeContent,
): TemplateElement[] | UnsupportedCode {
  const { code } = content;
  return isLinearCodeSpec(code)
    ? buildLinearCodeElements(context, field, code, decodeLatin1(content.data))
    : buildMatrixCodeElements(context, field, code, content);
}

type LinearType = { type: keyof typeof LINEAR; content: string; options: LinearOptions };

const CONTROLS = /[\u0000-\u001f\u007f]/;

/** Chooses the element type of a linear code. */
function chooseLinearCodeType(spec: LinearSpec, data: string): LinearType | UnsupportedCode {
  const { symbology, hasCheck } = spec;
  const { plain, isGs1, isFullAscii } = encodeZplLinearCode(spec, data);
  if (symbology === 'itf') return { trouble: '交错 25 码没有对应的元素' };
  if (symbology === 'addon') return { trouble: '单独的附加码没有对应的元素' };
  if (symbology === 'code39') {
    // The designer rejects invisible control characters.
    if (isFullAscii && CONTROLS.test(plain)) return { trouble: '内容里有看不见的字符' };
    const options = {
      ...(hasCheck ? { withCheck: true } : {}),
      ...(isFullAscii ? { fullAscii: true } : {}),
    };
    return { type: symbology, content: plain, options };
  }
  if (symbology !== 'code128' || !isGs1) return { type: symbology, content: plain, options: {} };
  const content = toGs1BracketText(plain);
  if (content === undefined) return { trouble: '不是规范的 GS1 内容' };
  return { type: 'gs1-128', content, options: {} };
}

function buildLinearCodeElements(
  context: TemplateContext,
  field: ZplField,
  spec: LinearSpec,
  data: string,
): TemplateElement[] | UnsupportedCode {
  const codeType = chooseLinearCodeType(spec, data);
  if ('trouble' in codeType) return codeType;
  const { type, content, options } = codeType;
  if (hasBraces(field, content)) return BRACES;
  const { symbol } = encodeZplLinearCode(spec, data);
  const encodedSymbol = LINEAR[type].encode(content, options);
  const extent = measureLinearCode(spec, symbol);
  const { module, height, textPlace } = spec;
  const width = encodedSymbol.modules * module;
  if (width !== extent.width) {
    const change = `宽从 ${extent.width} 点变成 ${width} 点`;
    context.report('warning', field.place, `条码内容不变，${change}`);
  }
  if (options.fullAscii)
    context.report(
      'warning',
      field.place,
      '条码里开关全 ASCII 的 +$ 和 -$ 没有保留，扫描枪要一直打开',
    );
  if (textPlace === 'above') context.report('warning', field.place, '条码上方的文字没有保留');
  const sizeDots = buildCodeTextLines(spec, symbol)[0]?.sizeDots ?? module * 10;
  const showText = textPlace === 'below';
  const { left, right } = encodedSymbol.quiet;
  const rect = {
    x0: -left * module,
    x1: width + right * module,
    y0: 0,
    y1: height + (showText ? computeRoomForCodeText(sizeDots) : 0),
  };
  const codeElement = {
    ...buildElementBox(context, placeField(field, extent), rect),
    content: buildElementContent(context, field, content),
    showText,
    textSizeMm: convertDotsToMm(sizeDots, context.dotsPerMm),
    align: 'left' as const,
  };
  if (type === 'code39') return [{ type, ...codeElement, ...options }];
  return [{ type, ...codeElement }];
}

type Own<Element extends MatrixElement> = Omit<Element, keyof ElementBox | 'content'>;

type MatrixType = {
  element: Own<QrElement> | Own<DataMatrixElement> | Own<Pdf417Element> | Own<AztecElement>;
  code: ModuleMatrix;
  quiet: number;
  content: string;
};

/** Chooses the element type of a two-dimensional code, and computes its size. */
function chooseMatrixCodeType(
  spec: MatrixSpec,
  { data, text }: CodeContent,
  printed: ZplMatrix,
): MatrixType | UnsupportedCode {
  switch (spec.symbology) {
    case 'qr': {
      const { level, data: bytes } = readQrData(data);
      const content = decodeZplText(bytes, { set: 28, table: '' });
      if (content.includes('\ufffd')) return { trouble: '内容不是文字' };
      return {
        element: { type: 'qr', level },
        code: encodeQr(content, level),
        quiet: QR_QUIET_ZONE,
        content,
      };
    }
    case 'datamatrix': {
      const { data: bytes, isGs1 } = readDataMatrixData(data, spec.escape);
      const message = decodeZplText(bytes, { set: 28, table: '' });
      const content = isGs1 ? toGs1BracketText(message) : message;
      if (content === undefined || content.includes('\ufffd'))
        return { trouble: '内容不是文字，或不是规范的 GS1 内容' };
      const shape = spec.isRectangle ? ({ shape: 'rectangle' } as const) : {};
      const code = isGs1
        ? encodeDataMatrix(parseGs1(content).message, { gs1: true, ...shape })
        : encodeDataMatrix(content, shape);
      const type = isGs1 ? 'gs1-datamatrix' : 'datamatrix';
      return { element: { type, ...shape }, code, quiet: DATA_MATRIX_QUIET_ZONE, content };
    }
    case 'aztec':
      return { element: { type: 'aztec' }, code: encodeAztec(text), quiet: 0, content: text };
    case 'maxicode':
      return { trouble: 'MaxiCode 没有对应的元素' };
    case 'pdf417': {
      const content = unescapeLineEnds(text);
      const columns = computePdf417Columns(printed.matrix.width, spec.isTruncated);
      const code = encodePdf417(content, { columns });
      return { element: { type: 'pdf417', columns }, code, quiet: PDF417_QUIET_ZONE, content };
    }
  }
}

function buildMatrixCodeElements(
  context: TemplateContext,
  field: ZplField,
  spec: MatrixSpec,
  content: CodeContent,
): TemplateElement[] | UnsupportedCode {
  const printed = encodeZplMatrixCode(spec, content);
  const codeType = chooseMatrixCodeType(spec, content, printed);
  if ('trouble' in codeType) return codeType;
  if (hasBraces(field, codeType.content)) return BRACES;
  const { element, code, quiet } = codeType;
  const { matrix, across, down } = printed;
  const module = across;
  const [width, height] = [code.width * module, code.height * module];
  const before = { width: matrix.width * across, height: matrix.height * down };
  if (width !== before.width || height !== before.height) {
    const sizes = `${before.width} × ${before.height} 点变成 ${width} × ${height} 点`;
    context.report('warning', field.place, `二维码内容不变，大小从 ${sizes}`);
  }
  const edge = quiet * module;
  const rect = { x0: -edge, y0: -edge, x1: width + edge, y1: height + edge };
  const box = buildElementBox(context, placeMatrixCode(field, spec, printed), rect);
  return [{ ...element, ...box, content: buildElementContent(context, field, codeType.content) }];
}

/** Data columns of a symbol of this width in modules (ISO/IEC 15438, 5.2.1). */
function computePdf417Columns(width: number, isCompact: boolean): number {
  const overheadModules = isCompact ? 35 : 69;
  return Math.max(1, Math.round((width - overheadModules) / 17));
}
