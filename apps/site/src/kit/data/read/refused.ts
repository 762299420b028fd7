/** Why a file is not read, in words for whoever opened it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

/** Largest file that is looked at, bytes. */
export const MAX_FILE_BYTES = 30_000_000;

/** Most characters of one cell, as Excel has it. */
export const MAX_CELL_LENGTH = 32_767;

export const BROKEN = '文件不完整，或者不是 Excel 表格。在 Excel 里打开它，另存为 .xlsx 再试';

export const ENCRYPTED = '文件加了密码，去掉密码再打开';
