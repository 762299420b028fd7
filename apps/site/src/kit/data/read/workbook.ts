import { readBook } from './library.ts';
import { openDocument } from './ods.ts';
import { openPackage } from './open-package.ts';
import { chooseShown, type OpenSheet, takeSheet } from './opened.ts';
import { findParts, refuseArchive } from './package.ts';
import { BROKEN, ENCRYPTED, FileRefused } from './refused.ts';
import type { Room } from './room.ts';
import { readDirectory } from './zip.ts';

/** `EncryptedPackage`, as a directory of compound files writes names. */
const ENCRYPTED_NAME = Array.from('EncryptedPackage').flatMap((sign) => [sign.charCodeAt(0), 0]);

const isEncrypted = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (ENCRYPTED_NAME.every((byte, n) => bytes[at + n] === byte)) return true;
  return false;
};

const openCompound = (bytes: Uint8Array, wanted: number): OpenSheet => {
  if (isEncrypted(bytes)) throw new FileRefused(ENCRYPTED);
  const book = readBook(bytes, {});
  const shown = book.SheetNames.flatMap((name, place) => {
    const isHidden = Boolean(book.Workbook?.Sheets?.[place]?.Hidden);
    const type = book.Sheets[name]?.['!type'];
    return isHidden || type === 'chart' || type === 'macro' || type === 'dialog' ? [] : [{ name }];
  });
  const { at, chosen, names } = chooseShown(shown, wanted);
  const sheet = takeSheet(book, chosen.name);
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false;
  return { names, at, sheet, is1904, unworked: 0, lost: 0, hasShown: false };
};

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
const isCompound = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
/** Workbooks of Excel 2 to 4 have no container: they begin with the record that says which they are. */
const isOldExcel = (bytes: Uint8Array): boolean =>
  bytes[0] === 9 && [0, 2, 4].includes(bytes[1] ?? 1) && [4, 6].includes(bytes[2] ?? 0);

/** Whether the bytes begin as a workbook does, of any kind. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  isZip(bytes) || isCompound(bytes) || isOldExcel(bytes);

/** A sheet of a workbook, counted among those that are not hidden. Throws FileRefused for what is none. */
export const openSheet = (bytes: Uint8Array, wanted: number, room: Room): OpenSheet => {
  try {
    if (!isZip(bytes)) return openCompound(bytes, wanted);
    const archive = { bytes, entries: readDirectory(bytes) };
    const parts = findParts(archive);
    if (parts) return openPackage(archive, parts, wanted, room);
    if (archive.entries.has('content.xml')) return openDocument(archive, wanted, room);
    throw refuseArchive(archive);
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused(BROKEN);
  }
};
