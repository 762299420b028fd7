import type { Probe } from '@yunbiao/contract/image/probe-types';
import type { PictureTone } from '@yunbiao/label/picture-tone';

export type ImageUsage = 'avatar' | 'post' | 'cover';

/** Compiled once and passed to every worker. */
export type Codecs = Record<'jpeg' | 'png' | 'webpIn' | 'webpOut', WebAssembly.Module>;

/** `library`: a picture for labels, grey and with a small one for lists. */
export type ImageJob = {
  bytes: Uint8Array;
  probe: Probe;
  usage: ImageUsage | 'library';
  codecs: Codecs;
};

type Encoded = { bytes: Uint8Array; width: number; height: number };

export type Converted = Encoded & {
  /** Of a picture for labels. */
  label?: { thumb: Encoded; tone: PictureTone };
};
