import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { explainSiteUnreachable, toUserErrorOrNull, UserError } from './errors.ts';

const createSystemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: something, open`), { code, ...(path ? { path } : {}) });

describe('what is said of a disk', () => {
  it.each([
    ['ENOSPC', '磁盘满了：/home/a/ledger.log'],
    ['EDQUOT', '磁盘配额用完了：/home/a/ledger.log'],
    ['EROFS', '磁盘是只读的：/home/a/ledger.log'],
    ['EACCES', '没有权限：/home/a/ledger.log'],
    ['EIO', '磁盘读写出错：/home/a/ledger.log'],
  ])('names the file and what to do about it: %s', (code, message) => {
    const userError = toUserErrorOrNull(createSystemError(code, '/home/a/ledger.log'));
    expect(userError?.message).toBe(message);
    expect(userError?.hint).not.toBe('');
  });

  it('finds the reason behind another error, and what was at work when nobody says', () => {
    const error = new Error('一号', { cause: createSystemError('ENOSPC') });
    expect(toUserErrorOrNull(error, '/x')?.message).toBe('磁盘满了：/x');
  });

  it('leaves their own errors as they are, and ours unexplained', () => {
    const own = new UserError('a', 'b');
    expect(toUserErrorOrNull(own)).toBe(own);
    expect(toUserErrorOrNull(new TypeError('x is not a function'))).toBeNull();
  });
});

it('explains a handshake that the site does not answer', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { handshakeTimeout: 20 });
  const [error] = await once(socket, 'error');
  expect(explainSiteUnreachable(error)).toBe('网站没有回应');
});
