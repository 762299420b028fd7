import type { StoredObject } from './state.ts';

const MAX_NAME_LENGTH = 80;
const NAME = /^(?:([A-Z]):)?([A-Z0-9_*?-]{0,16})(?:\.([A-Z0-9*?]{1,3}))?$/i;

/**
 * Parses a name as `DRIVE:NAME.EXTENSION`; null when it is invalid. The default drive is `R`; an
 * unsupported extension becomes the first supported one.
 */
export function parseObjectName(
  text: string,
  extensions: readonly [string, ...string[]],
): { drive: string; name: string; isPattern: boolean; hasDrive: boolean } | null {
  const match = text.length > MAX_NAME_LENGTH ? null : NAME.exec(text.trim());
  if (!match) return null;
  const drive = (match[1] ?? 'R').toUpperCase();
  const name = (match[2] || 'UNKNOWN').toUpperCase();
  const writtenExtension = (match[3] ?? '').toUpperCase();
  const extension = extensions.includes(writtenExtension) ? writtenExtension : extensions[0];
  return {
    drive,
    name: `${drive}:${name}.${extension}`,
    isPattern: /[*?]/.test(name + writtenExtension),
    hasDrive: match[1] !== undefined,
  };
}

/** Commands that free the memory used by a label's objects. */
export const buildEraseCommands = (objects: ReadonlySet<StoredObject>): string => {
  const names = new Set([...objects].map(({ name }) => name));
  return names.size === 0 ? '' : `^XA${[...names].map((name) => `^ID${name}^FS`).join('')}^XZ\r\n`;
};
