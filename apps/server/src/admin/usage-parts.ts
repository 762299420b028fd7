/** How a command is written: `args` in order, the last taking the rest of the line, then named ones. */
export type Usage = {
  args: string;
  purpose: string;
  needed?: Readonly<Record<string, string>>;
  optional?: Readonly<Record<string, string>>;
  /** It lists something, and can do so as JSON. */
  list?: true;
};

/** Of what changes money or rights: why, for the audit. */
export const WHY = { reason: '为什么，记进审计' };

/** Of lists with pages. */
export const BEFORE = { before: '上一页最后的编号' };
