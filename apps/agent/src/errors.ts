/** The user's fault, not ours: `message` says what happened, `hint` what to do next. Shown without a stack. */
export class UserError extends Error {
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.name = 'UserError';
    this.hint = hint;
  }
}

/** Text of anything that was thrown. */
export const getMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The `code` of a Node system error, or ''. */
export const getCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** What a system error about a file means, and what to do about it. */
const FILES: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['磁盘满了', '腾出空间再启动；没有印完的标签记在账本里，不会丢'],
  EDQUOT: ['磁盘配额用完了', '腾出空间再启动；没有印完的标签记在账本里，不会丢'],
  EFBIG: ['系统不让文件再变大', '放宽文件大小的限制（ulimit -f）再启动'],
  EROFS: ['磁盘是只读的', '换成可以写的磁盘，或者用 YUNBIAO_AGENT_HOME 指定另一个目录'],
  EACCES: ['没有权限', '用配对时的那个用户运行，或者把目录的权限改回来'],
  EPERM: ['没有权限', '用配对时的那个用户运行，或者把目录的权限改回来'],
  EISDIR: ['要的是文件，那里却是一个目录', '把那个目录移走再启动'],
  ENOTDIR: ['路径里有一段不是目录', '用 YUNBIAO_AGENT_HOME 指定一个目录'],
  EIO: ['磁盘读写出错', '检查磁盘再启动'],
  EMFILE: ['打开的文件太多', '关掉一些程序再启动'],
  ENFILE: ['打开的文件太多', '关掉一些程序再启动'],
};

const getPath = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'path' in error && typeof error.path === 'string'
    ? error.path
    : '';

/**
 * The error for whoever runs the agent, in Chinese and with what to do: their own kind as it is, a disk that is full,
 * read-only or not theirs explained. `path`: what was at work, when the error does not say. Null for a fault of ours.
 */
export const explain = (error: unknown, path = ''): UserError | null => {
  if (error instanceof UserError) return error;
  const known = FILES[getCode(error)];
  if (known) {
    const [what, hint] = known;
    const where = getPath(error) || path;
    return new UserError(where ? `${what}：${where}` : what, hint);
  }
  return error instanceof Error && error.cause !== undefined ? explain(error.cause, path) : null;
};

const SERVER_WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: '网站没有开着，或者地址不对',
  ECONNRESET: '连接被断开',
  ETIMEDOUT: '网站没有回应',
  EHOSTUNREACH: '网络到不了网站',
  ENETUNREACH: '网络到不了网站',
  ENOTFOUND: '查不到网站的地址',
  EAI_AGAIN: '查不到网站的地址，网络可能断了',
  CERT_HAS_EXPIRED: '网站的证书过期了',
  DEPTH_ZERO_SELF_SIGNED_CERT: '网站的证书不被信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '网站的证书不被信任',
};

/** Why the site could not be connected to, for people. */
export const whyUnreachable = (error: unknown): string =>
  SERVER_WHY[getCode(error)] ?? getMessage(error);

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: '那个端口没有打印机在听',
  ETIMEDOUT: '没有回应',
  EHOSTUNREACH: '网络到不了那个地址',
  ENETUNREACH: '网络到不了那个地址',
  ENOTFOUND: '没有这个主机名',
  EAI_AGAIN: '查不到这个主机名',
  ECONNRESET: '连接被打印机断开',
  DEVICE_GONE: '没有插着，或者没有开机',
  DEVICE_BUSY: '别的程序正用着它',
  DEVICE_FLOOD: '它不停地发来没有问过的数据：看看它的自动状态回报是不是开着',
  DEVICE_DENIED: '没有权限：把运行客户端的用户加进 lp 组，再重新登录',
  EPROTO: '那个端口不加密，或者加密太旧：地址改用 ipp://',
  ERR_SSL_WRONG_VERSION_NUMBER: '那个端口不加密：地址改用 ipp://',
  CERT_CHANGED:
    '证书和第一次的不一样：换过打印机，或者有人冒充。没问题就运行 printer set 名称 --new-certificate',
};

/** The system's word for a failed connection, for people; in brackets, and empty when there is none. */
export const explainWhy = (code: string): string => (code ? `（${WHY[code] ?? code}）` : '');

/** The printer could not be connected to; no byte of a label is on the way. `code` is the system's. */
export class UnreachableError extends Error {
  readonly code: string;

  constructor(code: string, message = `连不上打印机${explainWhy(code)}`) {
    super(message);
    this.name = 'UnreachableError';
    this.code = code;
  }
}
