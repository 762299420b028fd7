import { UserError } from '../startup/open-existing-database.ts';

/** A backup that failed. The message is one sentence; `code` is the system error code, if any. */
export class BackupError extends UserError {
  override name = 'BackupError';
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
    this.code = (cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/**
 * EFBIG: the file exceeds the limit of the file system or of `ulimit -f`. SQLite reports 13 and 10
 * for these errors.
 */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
export const isDiskFull = (error: unknown): boolean =>
  FULL.has((error as NodeJS.ErrnoException).code ?? '');

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

const WHY: Readonly<Record<string, string>> = {
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '那里只能读',
  EIO: '磁盘读写出错',
  EMFILE: '打开的文件太多',
  ENFILE: '打开的文件太多',
  EEXIST: '别的程序也在往目标文件夹里写',
};

/** Message for a failure during the backup. Null if the error must be shown in full. */
export const describeBackupFailure = (error: unknown): string | null => {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (isDiskFull(error)) return '磁盘满了，或者超过了允许的大小，备份失败。请腾出空间后重试。';
  if (code === 'ERR_SQLITE_ERROR') {
    const errcode = (error as { errcode?: number }).errcode ?? 0;
    if ((errcode & 0xff) === SQLITE_FULL || (errcode & 0xff) === SQLITE_IOERR)
      return '磁盘满了，或者读写出错，数据库没有复制完。请检查磁盘后重试。';
    return null;
  }
  if (code === 'ENOENT') return `备份的时候 ${path ?? ''} 被移走了，请重试。`;
  const reason = WHY[code];
  return reason ? `${dest ?? path ?? '备份'}：${reason}，备份失败。` : null;
};
