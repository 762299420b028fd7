import { createHash } from 'node:crypto';
import type { Drawn } from '../works/drawn.ts';
import type { Look } from './field.ts';

export type DrawnLabel = Drawn & {
  /** The bytes decoded as UTF-8. */
  text: string;
  /** ^FD text is not drawn (no fonts here); listed here in order. */
  fields: { x: number; y: number; data: string }[];
  /** The same with everything else that is not drawn as dots, and the settings that apply to it. */
  looks: Look[];
  /** ^FX */
  comments: string[];
  /** ^MN and ^MM */
  media: string;
  mode: string;
  /** Sum of ~SD and ^MD. */
  darkness: number;
  /** Paper movements, and messages for the host. */
  acts: string[];
};

/** The default identity of a label: its dots and the undrawn text. */
export const createDefaultIdentity = (label: DrawnLabel): string =>
  createHash('sha256')
    .update(label.bitmap.hash())
    .update(JSON.stringify(label.fields))
    .digest('hex')
    .slice(0, 32);
