import { UserError } from '../open-existing.ts';

/** A backup that cannot be made; the message says why in one sentence, `code` is the system's where it has one. */
export class BackupError extends UserError {
  override name = 'BackupError';
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
    this.code = (cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/** EFBIG: more than one file may hold, on the file system or by `ulimit -f`. SQLite's own words for it are 13 and 10. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Whether there was no room for what was written. */
export const isFull = (error: unknown): boolean =>
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

/** What to say of a failure half-way; null for what has to be told whole. */
export const writeSentence = (error: unknown): string | null => {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (isFull(error)) return '磁盘满了，或者超过了允许的大小，备份没有做成。请腾出地方再来一次。';
  if (code === 'ERR_SQLITE_ERROR') {
    const errcode = (error as { errcode?: number }).errcode ?? 0;
    if ((errcode & 0xff) === SQLITE_FULL || (errcode & 0xff) === SQLITE_IOERR)
      return '磁盘满了，或者读写出错，数据库没有复制完。请看看磁盘再来一次。';
    return null;
  }
  if (code === 'ENOENT') return `备份的时候 ${path ?? ''} 被移走了，请再来一次。`;
  const why = WHY[code];
  return why ? `${dest ?? path ?? '备份'}：${why}，备份没有做成。` : null;
};
