import type { Dpi } from '@yunbiao/label';
import type { ZplNotice } from '@yunbiao/label/zpl';

/** Typed or pasted text, or the bytes of a file or of a long paste. */
export type Source = string | Blob;

export type PrinterHead = { dpi: Dpi; widthDots: number; heightDots: number };

/** Facts known before drawing. */
export type LabelFacts = { widthDots: number; heightDots: number; copies: number; line: number };

export type ToWorker =
  | { kind: 'read'; id: number; source: Source; head: PrinterHead }
  /** Requests a label of the stream with this id. */
  | { kind: 'draw' | 'template'; id: number; index: number };

export type DrawnLabelResult = {
  png: Blob;
  notices: readonly ZplNotice[];
  /** False when glyphs of some characters failed to load. */
  isWhole: boolean;
};

/** `json`: null when no template can be created. */
export type TemplateResult = { json: string | null; notices: readonly ZplNotice[] };

export type FromWorker =
  | {
      kind: 'read';
      id: number;
      dpi: Dpi;
      total: number;
      labels: readonly LabelFacts[];
      notices: readonly ZplNotice[];
    }
  /** Loaded share of the fonts, 0–1. */
  | { kind: 'share'; share: number }
  | { kind: 'drawn'; id: number; index: number; drawn: DrawnLabelResult }
  | { kind: 'made'; id: number; index: number; made: TemplateResult }
  /** The file could not be read, or the fonts failed to load. */
  | { kind: 'failed'; id: number; what: 'source' | 'fonts' };
