import { UserError } from '../errors.ts';
import type { Dismissal } from '../gateway/client.ts';

/** Another client connected with the same key. Reconnecting would only disconnect that one. */
export const REPLACED = new UserError(
  '同一个授权在别的地方连上了，这里停下',
  '一个授权只能由一个打印客户端使用；另一台机器上的请单独配对',
);

export const DISMISSED: Readonly<Record<Dismissal, UserError>> = {
  revoked: new UserError(
    '这个打印客户端的授权已经撤销',
    '要继续打印，请重新配对：npm run agent -- pair',
  ),
  replaced: REPLACED,
};
