export { type DataTrouble, dataCheck } from './check-data.ts';
export {
  formulaTroubles,
  type WorkContext,
  type Worked,
  workedNames,
  workOut,
} from './computed.ts';
export { isTyped, typedFields } from './fields.ts';
export { formulaTrouble } from './expression/expression.ts';
export { FUNCTIONS } from './expression/functions/functions.ts';
export type { FunctionDefinition } from './expression/functions/definition.ts';
export { type Gs1Message, parseGs1 } from './gs1/parse.ts';
export { LINEAR } from './linear/linear.ts';
export type { Linear, LinearSymbol } from './linear/symbol.ts';
export { isDark } from './matrix/module-matrix.ts';
export type { ModuleMatrix } from './matrix/module-matrix.ts';
export type { RareCodes, RareCodeSource } from './rare.ts';
export { LabelError } from './errors.ts';
export type { LabelErrorCode } from './errors.ts';
export { loadFonts } from './font/pieces.ts';
export type { FontSource } from './font/pieces.ts';
export type { Font, Fonts } from './font/font.ts';
export type {
  JobSettings,
  LanguageFacts,
  PrinterLanguage,
  Range,
  ZplGraphics,
  Finishing,
  MediaKind,
} from './language/language.ts';
export type { Images, Picture } from './image/picture.ts';
export { layoutLabel } from './layout/layout.ts';
export type { LayoutInput } from './layout/layout.ts';
export { dotsPerMm } from './layout/place.ts';
export { DEFLATE_LEVEL } from './output/deflate.ts';
export type { Deflate } from './output/deflate.ts';
export { sceneBoxes } from './output/boxes.ts';
export type { ElementInk } from './output/boxes.ts';
export { createGlyphSheet, glyphIdsIn } from './output/glyph-sheet.ts';
export type { GlyphSheet } from './output/glyph-sheet.ts';
export { bitmapToPdf, dotsPage } from './output/dots-pdf.ts';
export { bitmapToPageRaster } from './output/page-raster.ts';
export type { PageRaster } from './output/page-raster.ts';
export { createPdf } from './output/pdf.ts';
export type { PdfOptions, PdfWriter } from './output/pdf.ts';
export { bitmapToPng, grayToPng } from './output/png.ts';
export { sceneToSvg } from './output/svg.ts';
export { packRows } from './output/zlib/pack.ts';
export { quietDots, sceneSymbols } from './output/symbols.ts';
export type { SceneSymbol } from './output/symbols.ts';
export { bitmapToEscpos } from './language/escpos-bytes.ts';
export type { EscposOptions } from './language/escpos-bytes.ts';
export { bitmapToTspl } from './language/tspl-bytes.ts';
export type { TsplOptions } from './language/tspl-bytes.ts';
export { bitmapToZpl } from './language/zpl-bytes.ts';
export type { ZplOptions } from './language/zpl-bytes.ts';
export {
  getContent,
  fieldNamesIn,
  fieldsUsedBy,
  SAMPLE_AT,
  sampleData,
  sampleRows,
} from './placeholders.ts';
export { largestSerial, nextSerial, serialPeriod, serialPlace, serialText } from './serial.ts';
export { encodeDataMatrix } from './matrix/data-matrix/encode.ts';
export { encodeQr } from './matrix/qr/encode.ts';
export type { QrCode } from './matrix/qr/encode.ts';
export { bitmapToRgba, dotAt } from './raster/bitmap.ts';
export type { Bitmap } from './raster/bitmap.ts';
export { rasterize } from './raster/rasterize.ts';
export { sideBySide } from './raster/side-by-side.ts';
export { type Laid, layoutForPrint } from './refusal.ts';
export { scanCodes } from './scan/scan-codes.ts';
export type { ScanCode } from './scan/scan-codes.ts';
export type * from './scene.ts';
export {
  isMoved,
  type Row,
  rowDots,
  rowTrouble,
  rowWidthMm,
  type Stock,
  stockDots,
  stockFit,
  stockSizes,
  stockTrouble,
} from './stock.ts';
export type { Surface } from './surface.ts';
export { withCells } from './table.ts';
export * from './template.ts';
