import { parseTemplate } from '@yunbiao/contract/printing/template';
import { MAX_CACHED_TEMPLATES } from '@yunbiao/contract/gateway/gateway';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { isKnownFontsDigest } from '@yunbiao/label/verify-font';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { Job, PrepareResult } from '../printer/queue.ts';
import { PDF_FORMATS } from '../document-format.ts';
import type { PageFormats } from '../document-format.ts';
import { chooseDocumentFormat } from '../render/document.ts';
import { getLabelFonts, prepareLabelRow } from '../render/prepare.ts';
import { prepareRawLabel, decodeRawSource } from '../render/raw.ts';
import type { RawSource } from '../render/raw.ts';
import type { LabelSource } from '../render/prepare.ts';
import type { PrinterSettings } from '../settings.ts';

/** Templates and raw data for the labels of leases. */
export type LabelSources = {
  /** Removes all templates. A new connection sends them again. */
  clear: () => void;
  store: (message: SourceMessage) => void;
  /** Binds a lease to its template, which then outlives the connection. */
  attach: (lease: Lease) => void;
  /** Prepares labels of a lease for this printer. Rejects labels of another printer language. */
  prepare: (
    lease: Lease,
    labels: Job['labels'],
    printer: Pick<PrinterSettings, 'language' | 'graphics'> & { formats?: PageFormats },
  ) => PrepareResult;
};

const OTHER_FONTS_REASON =
  '打印客户端的字体和这批标签提交时的不一样，打印出来会不同，没有打印；请把打印客户端更新到和网站一样，再重新打印';
const OTHER_LANGUAGE_REASON =
  '打印机换了语言，这张标签还是按原来的语言发的；改好打印机配置再重新打印';

type SourceMessage = Extract<ServerMessage, { type: 'template' | 'raw' }>;
type Template = Extract<ServerMessage, { type: 'template' }>;
/** Label source with other fonts than this client has: labels would print differently. */
type OtherFonts = { setup: Template['setup']; fonts: string };
type Source = LabelSource | RawSource | OtherFonts;

/**
 * Returns null when this version cannot parse the template. Its labels then fail one by one with
 * the reason.
 */
const parseLabelSource = ({
  template,
  setup,
  fonts,
}: Template): LabelSource | OtherFonts | null => {
  if (fonts !== undefined && !isKnownFontsDigest(fonts)) return { setup, fonts };
  try {
    return { template: parseTemplate(template), setup };
  } catch {
    return null;
  }
};

export const createLabelSourceCache = (
  getPicturesOf: PictureStore['getPicturesOf'] = () => ({ find: () => undefined }),
): LabelSources => {
  const fonts = getLabelFonts();
  /**
   * In the order the server sent them, so that both evict the same one; null for an unreadable one.
   */
  const sourcesByKey = new Map<string, Source | null>();
  const sourcesByLease = new WeakMap<Lease, Source>();
  return {
    clear: () => sourcesByKey.clear(),
    store: (message) => {
      const { key } = message;
      sourcesByKey.delete(key);
      const source =
        message.type === 'raw'
          ? decodeRawSource(message.format, message.bytes, message.setup)
          : parseLabelSource(message);
      sourcesByKey.set(key, source);
      const [oldest] = sourcesByKey.keys();
      if (sourcesByKey.size > MAX_CACHED_TEMPLATES && oldest !== undefined)
        sourcesByKey.delete(oldest);
    },
    attach: (lease) => {
      const source = sourcesByKey.get(lease.templateKey);
      if (source) sourcesByLease.set(lease, source);
    },
    prepare: (lease, labels, { language, graphics, formats = PDF_FORMATS }) => {
      const source = sourcesByLease.get(lease);
      if (!source) return { ok: false, reason: '打印客户端读不懂这个模板，请更新打印客户端' };
      // The printer's language changed since. It would print garbage or nothing.
      if (source.setup.language !== language) return { ok: false, reason: OTHER_LANGUAGE_REASON };
      if ('fonts' in source) return { ok: false, reason: OTHER_FONTS_REASON };
      if ('bytes' in source) return prepareRawLabel(source);
      const rows = labels.map(({ data }) => data);
      const cutNow = lease.cut ?? true;
      const format = chooseDocumentFormat(source.setup, formats);
      return prepareLabelRow(source, rows, {
        fonts,
        graphics,
        cutNow,
        format,
        pictures: labels.map(getPicturesOf),
      });
    },
  };
};
