import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { getMedia } from '@yunbiao/contract/gateway';
import type { LeasedLabel, Setup } from '@yunbiao/contract/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printer-languages';
import { LabelError, layoutForPrint, loadFonts, rowWidthMm } from '@yunbiao/label';
import type { Fonts, RareCodes, Scene, Template } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import { DOCUMENT_FORMATS } from '../document-format.ts';
import type { DocumentFormat } from '../document-format.ts';
import type { Prepared, Ready } from '../printer/queue.ts';
import type { PrinterSettings } from '../settings.ts';
import { drawPage, rowBitmap } from './document.ts';
import type { Scenes } from './document.ts';
import { fontBytes } from './font-bytes.ts';

export type LabelSource = { template: Template; setup: Setup };

let fonts: Fonts | null = null;

/** The fonts that lie beside the engine; each piece is read when it is needed, once for all clients of a process. */
export const labelFonts = (): Fonts => (fonts ??= loadFonts({ read: fontBytes }));

const rareCodes = (): RareCodes => RARE_CODES;

export type Means = {
  fonts: Fonts;
  graphics: PrinterSettings['graphics'];
  /** Where the setup cuts: whether behind this row; behind each when left out. */
  cutNow?: boolean;
  /** As what labels are drawn for printers and queues that take documents; as dots when left out. */
  format?: DocumentFormat;
};
type Refused = { ok: false; reason: string };

const refusal = (error: unknown): Refused => {
  if (!(error instanceof LabelError)) throw error;
  return { ok: false, reason: error.message.slice(0, REASON_LENGTH) };
};

const layOut = (
  { template, setup }: LabelSource,
  data: LeasedLabel['data'],
  fonts: Fonts,
): { ok: true; scene: Scene } | Refused => {
  const laid = layoutForPrint({ template, data, media: getMedia(setup), fonts, rareCodes });
  return laid.ok ? laid : { ok: false, reason: laid.reason.slice(0, REASON_LENGTH) };
};

/** Commands of a label printer for a row; on a roll with one label across, for that label. */
const listCommands = (
  setup: Setup,
  scenes: Scenes,
  means: Pick<Means, 'graphics' | 'cutNow'>,
): Uint8Array | null => {
  const { language } = setup;
  if (!isCommandLanguage(language)) return null;
  // The media has the feed correction as a factor.
  const settings = { ...setup, ...getMedia(setup), widthMm: rowWidthMm(setup), ...means };
  return PRINTER_LANGUAGES[language].getJob(rowBitmap(setup, scenes), settings);
};

const getJob = (
  { setup }: LabelSource,
  scenes: Scenes,
  { graphics, cutNow = true, format = DOCUMENT_FORMATS[0] }: Means,
): Ready | Refused => {
  try {
    const commands = listCommands(setup, scenes, { graphics, cutNow });
    if (commands) return { ok: true, bytes: commands };
    return { ok: true, ...drawPage(format, setup, scenes) };
  } catch (error) {
    return refusal(error);
  }
};

/**
 * Draws the labels of a row for its printer, from the left. One with something left out of it is refused with the
 * reason, before the printer sees a byte.
 */
export const prepareRow = (
  source: LabelSource,
  rows: readonly LeasedLabel['data'][],
  means: Means,
): Prepared => {
  const scenes: Scene[] = [];
  for (const [place, data] of rows.entries()) {
    const laid = layOut(source, data, means.fonts);
    if (!laid.ok) return { ...laid, place };
    scenes.push(laid.scene);
  }
  const [first, ...beside] = scenes;
  if (!first) return { ok: false, reason: '没有标签' };
  const job = getJob(source, [first, ...beside], means);
  if (job.ok || beside.length === 0) return job;
  // What cannot be said of them together may be of each.
  for (const [place, scene] of scenes.entries()) {
    const alone = getJob(source, [scene], means);
    if (!alone.ok) return { ...alone, place };
  }
  return { ok: false, apart: true };
};

/** The same of one label by itself. */
export const prepareLabel = (
  source: LabelSource,
  data: LeasedLabel['data'],
  means: Means,
): Ready | Refused => {
  const laid = layOut(source, data, means.fonts);
  return laid.ok ? getJob(source, [laid.scene], means) : laid;
};
