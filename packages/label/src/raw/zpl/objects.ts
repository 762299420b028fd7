import type { Chunk } from '../label.ts';
import type { Modes } from './state.ts';

/** What else than commands holds once a format was recalled. */
export type KeptModes = Pick<Modes, 'home' | 'shift' | 'encoding' | 'fonts' | 'namedFont'>;

/** A picture or a format that a stream keeps in the printer's memory. */
export type StoredObject = {
  /** In the printer, where no other system has it: `R:YB0001.GRF`. */
  name: string;
  chunks: readonly Chunk[];
  /** What recalling it brings along. */
  recalls: ReadonlySet<StoredObject>;
  /** Of a format: whether something comes out of it, and how often; null where it does not say. */
  isDrawn: boolean;
  copies: number | null;
  /** Of a format: what holds once it was recalled. */
  sets?: { commands: ReadonlyMap<string, string>; modes: KeptModes };
};

const MAX_NAME_LENGTH = 80;
const NAME = /^(?:([A-Z]):)?([A-Z0-9_*?-]{0,16})(?:\.([A-Z0-9*?]{1,3}))?$/i;

/**
 * A name as `DRIVE:NAME.EXTENSION`; null for one that is none. The drive is `R` where none is said, the extension the first
 * of those that the command takes where none of them is.
 */
export function readName(
  text: string,
  extensions: readonly [string, ...string[]],
): { drive: string; name: string; isPattern: boolean; hasDrive: boolean } | null {
  const match = text.length > MAX_NAME_LENGTH ? null : NAME.exec(text.trim());
  if (!match) return null;
  const drive = (match[1] ?? 'R').toUpperCase();
  const name = (match[2] || 'UNKNOWN').toUpperCase();
  const written = (match[3] ?? '').toUpperCase();
  const extension = extensions.includes(written) ? written : extensions[0];
  return {
    drive,
    name: `${drive}:${name}.${extension}`,
    isPattern: /[*?]/.test(name + written),
    hasDrive: match[1] !== undefined,
  };
}

/** Frees the memory that the objects of a label took. */
export const eraseObjects = (objects: ReadonlySet<StoredObject>): string => {
  const names = new Set([...objects].map(({ name }) => name));
  return names.size === 0 ? '' : `^XA${[...names].map((name) => `^ID${name}^FS`).join('')}^XZ\r\n`;
};
