/** Reason why a file cannot be read, as a message for the member. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Maximum file size, bytes. */
export const MAX_FILE_BYTES = 30_000_000;

/** Maximum length of a cell in Excel, in characters. */
export const MAX_CELL_LENGTH = 32_767;

export const BROKEN_FILE_MESSAGE =
  '文件不完整，或者不是 Excel 表格。在 Excel 里打开它，另存为 .xlsx 后重试';

export const ENCRYPTED_FILE_MESSAGE = '文件加了密码，去掉密码再打开';
