export { type DataFault, createLabelDataCheck } from './check-data.ts';
export {
  checkTemplateFormulas,
  findUnprinted,
  type FormulaFault,
  type Unprinted,
  type EvaluationContext,
  type EvaluatedData,
  listComputedNames,
  listNeededNames,
  evaluateFormulas,
} from './formulas.ts';
export { isTypedField as isTyped, listFillableFields } from './fields.ts';
export { checkFormula } from './expression/expression.ts';
export { FUNCTIONS } from './expression/functions/functions.ts';
export type { FunctionDefinition } from './expression/functions/definition.ts';
export { type Gs1Message, parseGs1 } from './gs1/parse.ts';
export { LINEAR } from './linear/linear.ts';
export type { Linear, LinearSymbol } from './linear/symbol.ts';
export { isDarkModule } from './matrix/module-matrix.ts';
export type { ModuleMatrix } from './matrix/module-matrix.ts';
export type { RareEncoders, GetRareEncoders } from './rare-symbology.ts';
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
export { getDotsPerMm } from './layout/place.ts';
export { DEFLATE_LEVEL } from './output/deflate.ts';
export type { Deflate } from './output/deflate.ts';
export { listElementInkBoxes } from './output/boxes.ts';
export type { ElementInk } from './output/boxes.ts';
export { createGlyphSheet, listGlyphIds } from './output/glyph-sheet.ts';
export type { GlyphSheet } from './output/glyph-sheet.ts';
export { bitmapToPdf, computeDotsPage } from './output/dots-pdf.ts';
export { bitmapToPageRaster } from './output/page-raster.ts';
export type { PageRaster } from './output/page-raster.ts';
export { createPdfWriter } from './output/pdf.ts';
export type { PdfOptions, PdfWriter } from './output/pdf.ts';
export type { LibraryPictures } from './image/picture.ts';
export { readPng } from './image/png.ts';
export { bitmapToPng, grayToPng } from './output/png.ts';
export { convertToGray, encodeGrayAsPng, type Gray } from './output/encode-gray.ts';
export { classifyPictureTone, type PictureTone } from './image/tone.ts';
export { sceneToSvg } from './output/svg.ts';
export { compressRowsWithZlib } from './output/zlib/pack.ts';
export { computeQuietZoneDots, listSceneSymbols } from './output/symbols.ts';
export type { SceneSymbol } from './output/symbols.ts';
export { bitmapToEscpos } from './language/escpos-bytes.ts';
export type { EscposOptions } from './language/escpos-bytes.ts';
export { bitmapToTspl } from './language/tspl-bytes.ts';
export type { TsplOptions } from './language/tspl-bytes.ts';
export { bitmapToZpl } from './language/zpl-bytes.ts';
export type { ZplOptions } from './language/zpl-bytes.ts';
export {
  getFullElementText,
  listPlaceholderNames,
  listUsedFieldNames,
  SAMPLE_TIME,
  buildSampleData,
  buildSampleLabelData,
} from './placeholders.ts';
export {
  computeLargestSerial,
  computeNextSerial,
  getSerialPeriod,
  computeSerialIndexInBatch,
  formatSerial,
} from './serial.ts';
export { encodeDataMatrix } from './matrix/data-matrix/encode.ts';
export { encodeQr } from './matrix/qr/encode.ts';
export type { QrCode } from './matrix/qr/encode.ts';
export { bitmapToRgba, isBlackDot } from './raster/bitmap.ts';
export type { Bitmap } from './raster/bitmap.ts';
export { rasterizeScene } from './raster/rasterize.ts';
export { joinLabelsSideBySide } from './raster/side-by-side.ts';
export { type PrintLayout, layoutLabelForPrint } from './print-layout.ts';
export { extractScanCodes } from './scan/scan-codes.ts';
export type { ScanCode } from './scan/scan-codes.ts';
export type * from './scene.ts';
export {
  hasCalibrationCorrection,
  type Row,
  computeLabelRowDots,
  describeRowTooWide,
  computeRowWidthMm,
  type Stock,
  computeStockDots,
  compareTemplateToStock,
  describeStockSizes,
  describeStockFault,
} from './stock.ts';
export type { Surface } from './surface.ts';
export { listElementsWithCells } from './table.ts';
export * from './template.ts';
