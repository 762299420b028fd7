import { findEffects, type Probe, probeMachine, type ProbeOptions } from '../works/probe.ts';
import { Machine } from './machine.ts';
import type { PartialOptions } from './options.ts';

/**
 * Text, a raster picture and columns, then the next label; depends on every setting a printer can
 * have.
 */
export const PROBE_LABEL = Buffer.concat([
  Buffer.from('probe\n'),
  Buffer.from([0x1d, 0x76, 0x30, 0, 2, 0, 2, 0, 0xff, 0x01, 0x80, 0x0f]),
  Buffer.from([0x1b, 0x2a, 33, 2, 0, 255, 129, 255, 255, 129, 255, 0x0a]),
  Buffer.from('0123456789ABCDEFGHIJ\t!\n\f'),
]);

/** Changes every setting from its factory default. */
export const CONFIGURED = Buffer.concat([
  Buffer.from([0x1b, 0x33, 50, 0x1b, 0x20, 3, 0x1b, 0x4d, 1, 0x1b, 0x61, 2]),
  Buffer.from([0x1d, 0x4c, 16, 0, 0x1d, 0x57, 0, 1, 0x1b, 0x74, 2, 0x1b, 0x52, 3]),
  Buffer.from([0x1d, 0x28, 0x4b, 2, 0, 49, 3, 0x1d, 0x61, 4, 0x1b, 0x45, 1, 0x1d, 0x42, 1]),
]);

/** The printer's state after these bytes, and the label printed after them. */
export const probeEscpos = (bytes: Uint8Array, options: ProbeOptions<PartialOptions> = {}): Probe =>
  probeMachine(new Machine(options.rules), bytes, { label: PROBE_LABEL, ...options });

/**
 * Every effect of these bytes on a later label or the printer, with factory settings and with
 * customized ones.
 */
export const findEscposEffects = (
  bytes: Uint8Array,
  options: ProbeOptions<PartialOptions> = {},
): string[] =>
  findEffects(
    (sent, setup) => probeEscpos(sent, { ...options, setup }),
    bytes,
    options.setup ? [options.setup] : [new Uint8Array(), CONFIGURED],
  );
