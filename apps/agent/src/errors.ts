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
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The `code` of a Node system error, or ''. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: '那个端口没有打印机在听',
  ETIMEDOUT: '没有回应',
  EHOSTUNREACH: '网络到不了那个地址',
  ENETUNREACH: '网络到不了那个地址',
  ENOTFOUND: '没有这个主机名',
  EAI_AGAIN: '查不到这个主机名',
  ECONNRESET: '连接被打印机断开',
};

/** The system's word for a failed connection, for people; in brackets, and empty when there is none. */
export const whyOf = (code: string): string => (code ? `（${WHY[code] ?? code}）` : '');

/** The printer could not be connected to; no byte of a label is on the way. `code` is the system's. */
export class UnreachableError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`连不上打印机${whyOf(code)}`);
    this.name = 'UnreachableError';
    this.code = code;
  }
}
