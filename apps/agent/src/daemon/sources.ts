import { parseTemplate } from '@yunbiao/contract/template';
import { TEMPLATES_KEPT } from '@yunbiao/contract/gateway';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway';
import { hasFonts } from '@yunbiao/label/known-font';
import type { Job, Prepared } from '../printer/queue.ts';
import { DOTS_OR_VECTORS } from '../document-format.ts';
import type { PageFormats } from '../document-format.ts';
import { formatFor } from '../render/document.ts';
import { labelFonts, prepareRow } from '../render/prepare.ts';
import { prepareRaw, readRaw } from '../render/raw.ts';
import type { RawSource } from '../render/raw.ts';
import type { LabelSource } from '../render/prepare.ts';
import type { PrinterSettings } from '../settings.ts';

/** What labels are drawn with. */
export type Sources = {
  /** A new connection sends every template anew. */
  clear: () => void;
  learn: (message: Learned) => void;
  /** Ties a lease to its template, which then outlives the connection that brought both. */
  attach: (lease: Lease) => void;
  /** Labels of a lease for this printer; those that were meant for another language are refused. */
  prepare: (
    lease: Lease,
    labels: Job['labels'],
    printer: Pick<PrinterSettings, 'language' | 'graphics'> & { formats?: PageFormats },
  ) => Prepared;
};

const NOT_ITS_FONTS =
  '打印客户端的字体和这批标签提交时的不一样，印出来会不同，没有印；请把打印客户端更新到和网站一样，再重打';
const NOT_ITS_LANGUAGE = '打印机换了语言，这张标签还是按原来的语言发的；改好打印机配置再打一次';

type Learned = Extract<ServerMessage, { type: 'template' | 'raw' }>;
type Template = Extract<ServerMessage, { type: 'template' }>;
/** Labels that would not come out as they were accepted. */
type OtherFonts = { setup: Template['setup']; fonts: string };
type Source = LabelSource | RawSource | OtherFonts;

/** Null for a template this version cannot read: its labels fail one by one, with the reason. */
const readSource = ({ template, setup, fonts }: Template): LabelSource | OtherFonts | null => {
  if (fonts !== undefined && !hasFonts(fonts)) return { setup, fonts };
  try {
    return { template: parseTemplate(template), setup };
  } catch {
    return null;
  }
};

export const createSources = (): Sources => {
  const fonts = labelFonts();
  /** In the order they were sent, as the server counts them; null for one we cannot read. */
  const known = new Map<string, Source | null>();
  const byLease = new WeakMap<Lease, Source>();
  return {
    clear: () => known.clear(),
    learn: (message) => {
      const { key } = message;
      known.delete(key);
      const source =
        message.type === 'raw'
          ? readRaw(message.format, message.bytes, message.setup)
          : readSource(message);
      known.set(key, source);
      const [oldest] = known.keys();
      if (known.size > TEMPLATES_KEPT && oldest !== undefined) known.delete(oldest);
    },
    attach: (lease) => {
      const source = known.get(lease.templateKey);
      if (source) byLease.set(lease, source);
    },
    prepare: (lease, labels, { language, graphics, formats = DOTS_OR_VECTORS }) => {
      const source = byLease.get(lease);
      if (!source) return { ok: false, reason: '打印客户端读不懂这个模板，请更新打印客户端' };
      // The printer was given another language since: it would take the job and print nothing of it, or worse.
      if (source.setup.language !== language) return { ok: false, reason: NOT_ITS_LANGUAGE };
      if ('fonts' in source) return { ok: false, reason: NOT_ITS_FONTS };
      if ('bytes' in source) return prepareRaw(source);
      const rows = labels.map(({ data }) => data);
      const cutNow = lease.cut ?? true;
      const format = formatFor(source.setup, formats);
      return prepareRow(source, rows, { fonts, graphics, cutNow, format });
    },
  };
};
