import { randomInt } from 'node:crypto';
import { MAX_BAND_BYTES } from '@yunbiao/label/language/escpos-bytes';
import type { EchoPlace } from '../status/echo.ts';

/** Size of a raster image header, bytes, any of which may also be missing. */
const HEAD_BYTES = 8;

/**
 * Completes what an interrupted sender left: missing dots of our raster image or missing parameters
 * of a command. Remaining NUL bytes are no command and print nothing.
 */
export const PADDING = '\0'.repeat(MAX_BAND_BYTES + HEAD_BYTES);

/**
 * Echo IDs are four of these letters. None can be mistaken for a status byte, and connections
 * rarely start with the same ID.
 */
const ID_LETTERS = '@ABCDEFGHIJKLMNO`abcdefghijklmno';
const ID_COUNT = ID_LETTERS.length ** 4;

const encodeEchoId = (n: number): string =>
  [15, 10, 5, 0].map((shift) => ID_LETTERS[(n >> shift) % ID_LETTERS.length] ?? '').join('');

/**
 * `padding`, `padded`: echoes around bytes without effect, to measure how fast the printer reads.
 */
export type EchoPosition = EchoPlace | 'padding' | 'padded';

/** `GS ( H`, function 48: returns the ID after everything before it was printed. */
const encodeEchoCommand = (id: string): string => `\x1d(H\x06\x0000${id}`;

/** Echoes of one connection, and the reading speed of the printer that they show. */
export type Echoes = {
  /** Monotonic clock, ms. */
  readonly ticks: () => number;
  /** Whether the printer has returned the echo of the greeting. */
  areReturned: boolean;
  nextId: number;
  /** Pending echo IDs and their positions. */
  readonly positionsById: Map<string, EchoPosition>;
  /** Time of the echo before the padding. */
  paddingAt: number | null;
  /** Time the printer takes to read a byte, ms; Infinity when unknown. */
  msPerByte: number;
};

export const createEchoTracker = (ticks: () => number): Echoes => ({
  ticks,
  areReturned: false,
  nextId: randomInt(ID_COUNT),
  positionsById: new Map(),
  paddingAt: null,
  msPerByte: Infinity,
});

export const buildTrackedEcho = (echoes: Echoes, position: EchoPosition): string => {
  echoes.nextId = (echoes.nextId + 1) % ID_COUNT;
  const id = encodeEchoId(echoes.nextId);
  echoes.positionsById.set(id, position);
  return encodeEchoCommand(id);
};

/** Builds padding between the echoes that measure how fast the printer reads it. */
export const buildPaddingBetweenEchoes = (echoes: Echoes): string =>
  buildTrackedEcho(echoes, 'padding') + PADDING + buildTrackedEcho(echoes, 'padded');

/**
 * Puts a label between echoes, if the printer returns them. Echoes around an earlier label are
 * ignored from now on.
 */
export const wrapLabelInEchoes = (
  echoes: Echoes,
  label: Uint8Array,
  endPrevious: string,
): { bytes: Buffer; echoBehind: string } => {
  const { positionsById, areReturned } = echoes;
  for (const [id, position] of positionsById)
    if (position === 'before' || position === 'behind') positionsById.delete(id);
  const echoBefore = areReturned ? buildTrackedEcho(echoes, 'before') : '';
  const echoBehind = areReturned ? buildTrackedEcho(echoes, 'behind') : '';
  return {
    bytes: Buffer.concat([Buffer.from(endPrevious + echoBefore, 'latin1'), label]),
    echoBehind,
  };
};

/**
 * Measures with a returned echo. Returns its place; null for an unknown ID, and for the echoes that
 * only measure.
 */
export const recordReturnedEcho = (echoes: Echoes, id: string): EchoPlace | null => {
  const { positionsById, ticks, paddingAt } = echoes;
  const position = positionsById.get(id);
  if (position === undefined) return null;
  positionsById.delete(id);
  if (position === 'padding') echoes.paddingAt = ticks();
  else if (paddingAt !== null && echoes.msPerByte === Infinity)
    echoes.msPerByte = (ticks() - paddingAt) / PADDING.length;
  if (position === 'greeting') echoes.areReturned = true;
  return position === 'padding' || position === 'padded' ? null : position;
};
