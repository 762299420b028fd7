import { describe, expect, it } from 'vitest';
import { toUserError, UserError } from './errors.ts';

const system = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: something, open`), { code, ...(path ? { path } : {}) });

describe('what is said of a disk', () => {
  it.each([
    ['ENOSPC', '磁盘满了：/home/a/ledger.log'],
    ['EDQUOT', '磁盘配额用完了：/home/a/ledger.log'],
    ['EROFS', '磁盘是只读的：/home/a/ledger.log'],
    ['EACCES', '没有权限：/home/a/ledger.log'],
    ['EIO', '磁盘读写出错：/home/a/ledger.log'],
  ])('names the file and what to do about it: %s', (code, message) => {
    const said = toUserError(system(code, '/home/a/ledger.log'));
    expect(said?.message).toBe(message);
    expect(said?.hint).not.toBe('');
  });

  it('finds the reason behind another error, and what was at work when nobody says', () => {
    const error = new Error('一号', { cause: system('ENOSPC') });
    expect(toUserError(error, '/x')?.message).toBe('磁盘满了：/x');
  });

  it('leaves their own errors as they are, and ours unexplained', () => {
    const own = new UserError('a', 'b');
    expect(toUserError(own)).toBe(own);
    expect(toUserError(new TypeError('x is not a function'))).toBeNull();
  });
});
