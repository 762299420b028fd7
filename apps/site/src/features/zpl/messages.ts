import type { Dpi } from '@yunbiao/label';
import type { ZplNotice } from '@yunbiao/label/zpl';

/** Typed or pasted text; or bytes as they are, of a file or of a paste too long to be edited. */
export type Source = string | Blob;

export type Head = { dpi: Dpi; widthDots: number; heightDots: number };

/** What is known of a label before it is drawn. */
export type LabelFacts = { widthDots: number; heightDots: number; copies: number; line: number };

export type ToWorker =
  | { kind: 'read'; id: number; source: Source; head: Head }
  /** A label of what was read under this id. */
  | { kind: 'draw' | 'template'; id: number; index: number };

export type Drawn = {
  png: Blob;
  notices: readonly ZplNotice[];
  /** False while outlines of some characters could not be had. */
  isWhole: boolean;
};

/** `json`: null where none can be made. */
export type Made = { json: string | null; notices: readonly ZplNotice[] };

export type FromWorker =
  | {
      kind: 'read';
      id: number;
      dpi: Dpi;
      total: number;
      labels: readonly LabelFacts[];
      notices: readonly ZplNotice[];
    }
  /** 0–1 of the fonts that are fetched. */
  | { kind: 'share'; share: number }
  | { kind: 'drawn'; id: number; index: number; drawn: Drawn }
  | { kind: 'made'; id: number; index: number; made: Made }
  /** The file could not be read, or the fonts not be fetched. */
  | { kind: 'failed'; id: number; what: 'source' | 'fonts' };
