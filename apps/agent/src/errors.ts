/**
 * An error the user can fix: `message` describes the problem, `hint` the next step. Shown without a
 * stack trace.
 */
export class UserError extends Error {
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.name = 'UserError';
    this.hint = hint;
  }
}

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The `code` of a Node system error, or ''. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** Explanation and hint for each file system error code. */
const FILE_ERRORS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['磁盘满了', '腾出空间再启动；没有打印完的标签记在账本里，不会丢'],
  EDQUOT: ['磁盘配额用完了', '腾出空间再启动；没有打印完的标签记在账本里，不会丢'],
  EFBIG: ['系统不让文件再变大', '放宽文件大小的限制（ulimit -f）再启动'],
  EROFS: ['磁盘是只读的', '换成可以写的磁盘，或者用 YUNBIAO_AGENT_HOME 指定另一个目录'],
  EACCES: ['没有权限', '用配对时的那个用户运行，或者把目录的权限改回来'],
  EPERM: ['没有权限', '用配对时的那个用户运行，或者把目录的权限改回来'],
  EISDIR: ['要的是文件，那里却是一个目录', '把那个目录移走再启动'],
  ENOTDIR: ['路径里有一段不是目录', '用 YUNBIAO_AGENT_HOME 指定一个目录'],
  EIO: ['磁盘读写出错', '检查磁盘再启动'],
  EMFILE: ['打开的文件太多', '关闭一些程序再启动'],
  ENFILE: ['打开的文件太多', '关闭一些程序再启动'],
};

const getErrorFilePath = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'path' in error && typeof error.path === 'string'
    ? error.path
    : '';

/**
 * Converts an error for the user, in Chinese with a hint. Returns a UserError unchanged and
 * explains file system errors. `path` is used when the error contains none. Returns null for a bug.
 */
export const toUserErrorOrNull = (error: unknown, path = ''): UserError | null => {
  if (error instanceof UserError) return error;
  const fileError = FILE_ERRORS[getErrorCode(error)];
  if (fileError) {
    const [problem, hint] = fileError;
    const shownPath = getErrorFilePath(error) || path;
    return new UserError(shownPath ? `${problem}：${shownPath}` : problem, hint);
  }
  return error instanceof Error && error.cause !== undefined
    ? toUserErrorOrNull(error.cause, path)
    : null;
};

const SITE_ERRORS: Readonly<Record<string, string>> = {
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

/** Message of `ws`, whose error has no code. */
const HANDSHAKE_TIMEOUT = 'Opening handshake has timed out';

/** Explains why the site is unreachable. */
export const explainSiteUnreachable = (error: unknown): string => {
  const message = getErrorMessage(error);
  const code = message === HANDSHAKE_TIMEOUT ? 'ETIMEDOUT' : getErrorCode(error);
  return SITE_ERRORS[code] ?? message;
};

const PRINTER_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: '它没有接：看看打印机开机没有，地址和端口对不对',
  ETIMEDOUT: '没有回应：看看打印机的电源和网线',
  EHOSTUNREACH: '网络到不了：看看打印机的网线、Wi-Fi 和地址',
  ENETUNREACH: '网络到不了：看看这台电脑的网络',
  ENOTFOUND: '没有这个主机名：改用打印机的 IP 地址',
  EAI_AGAIN: '查不到这个主机名：看看网络，或者改用打印机的 IP 地址',
  ECONNRESET: '打印机断开了连接：关机再开，然后重试',
  DEVICE_GONE: '没有插着，或者没有开机：看看 USB 线和电源',
  DEVICE_BUSY: '别的程序正用着它：先关闭那个程序',
  DEVICE_FLOOD: '它不停地发来没有问过的数据：看看它的自动状态回报是不是开着',
  DEVICE_DENIED: '没有权限：把运行客户端的用户加进 lp 组，再重新登录',
  EPROTO: '那个端口不加密，或者加密太旧：地址改用 ipp://',
  ERR_SSL_WRONG_VERSION_NUMBER: '那个端口不加密：地址改用 ipp://',
  CERT_CHANGED:
    '证书和第一次的不一样：换过打印机，或者有人冒充。没问题就运行 printer set 名称 --new-certificate',
};

/** Explains a system error code, in brackets; empty without a code. */
export const formatErrorCode = (code: string): string =>
  code ? `（${PRINTER_ERRORS[code] ?? code}）` : '';

/** The printer is unreachable; no byte of a label was sent. `code` is the system's error code. */
export class UnreachableError extends Error {
  readonly code: string;

  constructor(code: string, message = `连不上打印机${formatErrorCode(code)}`) {
    super(message);
    this.name = 'UnreachableError';
    this.code = code;
  }
}
