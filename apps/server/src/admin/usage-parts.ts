/** Syntax of a command: `args` in order, the last one taking the rest of the line, then flags. */
export type Usage = {
  args: string;
  purpose: string;
  needed?: Readonly<Record<string, string>>;
  optional?: Readonly<Record<string, string>>;
  /** The command prints a list and supports `--json`. */
  list?: true;
};

/** Flag of commands that change money or rights: the reason stored in the audit log. */
export const REASON_FLAG = { reason: '为什么，记进审计' };

/** Flag of paginated lists. */
export const BEFORE_FLAG = { before: '上一页最后的编号' };
