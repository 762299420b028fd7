import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { getLabelPlacement } from '@yunbiao/contract/printing/print-setup';
import type { LeasedLabel } from '@yunbiao/contract/gateway/gateway';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printing/printer-languages';
import { LabelError, layoutLabelForPrint, loadFonts, computeRowWidthMm } from '@yunbiao/label';
import type { Fonts, LibraryPictures, RareEncoders, Scene, Template } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { DOCUMENT_FORMATS } from '../document-format.ts';
import type { DocumentFormat } from '../document-format.ts';
import type { PrepareResult, PreparedLabel } from '../printer/queue.ts';
import type { PrinterSettings } from '../settings.ts';
import { encodePage, rasterizeRow } from './document.ts';
import type { Scenes } from './document.ts';
import { loadFontBytes } from './font-bytes.ts';

export type LabelSource = { template: Template; setup: Setup };

let cachedFonts: Fonts | null = null;

/** Returns the label fonts. Parts load on demand, once per process. */
export const getLabelFonts = (): Fonts => (cachedFonts ??= loadFonts({ read: loadFontBytes }));

const getRareSymbologyEncoders = (): RareEncoders => RARE_ENCODERS;

export type PrepareOptions = {
  fonts: Fonts;
  graphics: PrinterSettings['graphics'];
  /** For a setup that cuts: whether to cut after this row; default true. */
  cutNow?: boolean;
  /** Pictures of the member's library, a source for each label. */
  pictures?: readonly LibraryPictures[];
  /** Format for printers and queues that take documents; default dots. */
  format?: DocumentFormat;
};
/** Values of a label, and the pictures of the member's library that it names. */
type LabelContent = { data: LeasedLabel['data']; pictures?: LibraryPictures | undefined };
type Refusal = { ok: false; reason: string };

const toLabelRefusal = (error: unknown): Refusal => {
  if (!(error instanceof LabelError)) throw error;
  return { ok: false, reason: error.message.slice(0, REASON_LENGTH) };
};

const layOutLabel = (
  { template, setup }: LabelSource,
  { data, pictures }: LabelContent,
  fonts: Fonts,
): { ok: true; scene: Scene } | Refusal => {
  const layout = layoutLabelForPrint({
    template,
    data,
    media: getLabelPlacement(setup),
    fonts,
    rareCodes: getRareSymbologyEncoders,
    pictures,
  });
  return layout.ok ? layout : { ok: false, reason: layout.reason.slice(0, REASON_LENGTH) };
};

/** Encodes printer commands for a row, or for the label on a roll with one column. */
const encodeLabelInPrinterLanguage = (
  setup: Setup,
  scenes: Scenes,
  means: Pick<PrepareOptions, 'graphics' | 'cutNow'>,
): Uint8Array | null => {
  const { language } = setup;
  if (!isCommandLanguage(language)) return null;
  // The media includes the feed correction as a factor.
  const settings = {
    ...setup,
    ...getLabelPlacement(setup),
    widthMm: computeRowWidthMm(setup),
    ...means,
  };
  return PRINTER_LANGUAGES[language].encodeJob(rasterizeRow(setup, scenes), settings);
};

const encodeLabelRow = (
  { setup }: LabelSource,
  scenes: Scenes,
  { graphics, cutNow = true, format = DOCUMENT_FORMATS[0] }: PrepareOptions,
): PreparedLabel | Refusal => {
  try {
    const commands = encodeLabelInPrinterLanguage(setup, scenes, { graphics, cutNow });
    if (commands) return { ok: true, bytes: commands };
    return { ok: true, ...encodePage(format, setup, scenes) };
  } catch (error) {
    return toLabelRefusal(error);
  }
};

/**
 * Prepares the labels of a row, from left to right. Rejects a label with missing content before the
 * printer receives a byte.
 */
export const prepareLabelRow = (
  source: LabelSource,
  rows: readonly LeasedLabel['data'][],
  means: PrepareOptions,
): PrepareResult => {
  const scenes: Scene[] = [];
  for (const [place, data] of rows.entries()) {
    const layout = layOutLabel(source, { data, pictures: means.pictures?.[place] }, means.fonts);
    if (!layout.ok) return { ...layout, index: place };
    scenes.push(layout.scene);
  }
  const [first, ...otherScenes] = scenes;
  if (!first) return { ok: false, reason: '没有标签' };
  const job = encodeLabelRow(source, [first, ...otherScenes], means);
  if (job.ok || otherScenes.length === 0) return job;
  // Labels that cannot be encoded as a row may work separately.
  for (const [place, scene] of scenes.entries()) {
    const singleJob = encodeLabelRow(source, [scene], means);
    if (!singleJob.ok) return { ...singleJob, index: place };
  }
  return { ok: false, mustSplit: true };
};

/** Prepares a single label. */
export const prepareLabel = (
  source: LabelSource,
  data: LeasedLabel['data'],
  means: PrepareOptions,
): PreparedLabel | Refusal => {
  const layout = layOutLabel(source, { data }, means.fonts);
  return layout.ok ? encodeLabelRow(source, [layout.scene], means) : layout;
};
