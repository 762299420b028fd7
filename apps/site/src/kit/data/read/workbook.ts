import { parseWorkbookWithOwnFormats } from './library.ts';
import { openOdsSheet } from './ods.ts';
import { openExcelPackageSheet } from './open-package.ts';
import {
  chooseSheetOrFirst,
  getRowNumberByIndex,
  type OpenedSheet,
  requireReadableBookSheet,
} from './open-sheet.ts';
import { findWorkbookParts, createNotWorkbookError } from './package.ts';
import { BROKEN_FILE_MESSAGE, ENCRYPTED_FILE_MESSAGE, FileError } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { readZipDirectory } from './zip.ts';

/** `EncryptedPackage` in the encoding of compound file directories (UTF-16). */
const ENCRYPTED_NAME = Array.from('EncryptedPackage').flatMap((sign) => [sign.charCodeAt(0), 0]);

const isEncrypted = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (ENCRYPTED_NAME.every((byte, n) => bytes[at + n] === byte)) return true;
  return false;
};

const openCompoundWorkbook = (bytes: Uint8Array, wantedSheet: number): OpenedSheet => {
  if (isEncrypted(bytes)) throw new FileError(ENCRYPTED_FILE_MESSAGE);
  const book = parseWorkbookWithOwnFormats(bytes, {});
  const visibleSheets = book.SheetNames.flatMap((name, place) => {
    const isHidden = Boolean(book.Workbook?.Sheets?.[place]?.Hidden);
    const type = book.Sheets[name]?.['!type'];
    return isHidden || type === 'chart' || type === 'macro' || type === 'dialog' ? [] : [{ name }];
  });
  const { at, chosen, names } = chooseSheetOrFirst(visibleSheets, wantedSheet);
  const sheet = requireReadableBookSheet(book, chosen.name);
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false;
  return {
    names,
    at,
    sheet,
    is1904,
    uncomputedCount: 0,
    missingTextCount: 0,
    toSheetRow: getRowNumberByIndex,
    hasDisplayedText: false,
  };
};

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
const isCompoundFile = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
/**
 * Workbooks of Excel 2 to 4 have no container. They start with a BOF record that has the version.
 */
const isOldExcel = (bytes: Uint8Array): boolean =>
  bytes[0] === 9 && [0, 2, 4].includes(bytes[1] ?? 1) && [4, 6].includes(bytes[2] ?? 0);

/** Checks by the first bytes whether a file is a workbook of any type. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  isZip(bytes) || isCompoundFile(bytes) || isOldExcel(bytes);

/**
 * Opens a visible sheet of a workbook by index. Throws FileError when the file is not a workbook.
 */
export const openSheet = (
  bytes: Uint8Array,
  wantedSheet: number,
  room: SheetLimits,
): OpenedSheet => {
  try {
    if (!isZip(bytes)) return openCompoundWorkbook(bytes, wantedSheet);
    const archive = { bytes, entries: readZipDirectory(bytes) };
    const parts = findWorkbookParts(archive);
    if (parts) return openExcelPackageSheet(archive, parts, wantedSheet, room);
    if (archive.entries.has('content.xml')) return openOdsSheet(archive, wantedSheet, room);
    throw createNotWorkbookError(archive);
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(BROKEN_FILE_MESSAGE);
  }
};
