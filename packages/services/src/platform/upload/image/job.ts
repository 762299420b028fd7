import type { Probe } from '@yunbiao/contract/image/probe-types';

export type ImageUsage = 'avatar' | 'post' | 'cover';

/** Compiled once and passed to every worker. */
export type Codecs = Record<'jpeg' | 'png' | 'webpIn' | 'webpOut', WebAssembly.Module>;

export type ImageJob = { bytes: Uint8Array; probe: Probe; usage: ImageUsage; codecs: Codecs };

export type Converted = { bytes: Uint8Array; width: number; height: number };
