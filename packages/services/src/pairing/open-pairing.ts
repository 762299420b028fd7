import { readPairCode } from '@yunbiao/contract/pair-code';
import type { Executor, PairingTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound, tooMany } from '../errors.ts';
import { MINUTE } from '../time.ts';

/** Wrong codes a member may enter in ten minutes. */
const MAX_WRONG = 5;
const WINDOW_MS = 10 * MINUTE;

const wrongByProcess = new WeakMap<Context['bus'], Map<number, number[]>>();

const recentWrong = (ctx: Context, memberId: number): number[] => {
  const all = wrongByProcess.get(ctx.bus) ?? new Map<number, number[]>();
  wrongByProcess.set(ctx.bus, all);
  const recent = (all.get(memberId) ?? []).filter((at) => ctx.now() - at < WINDOW_MS);
  all.set(memberId, recent);
  return recent;
};

/**
 * The pairing waiting under a code.
 * @throws 404 for a code that is unknown, used or run out; 429 after five wrong ones in ten minutes
 */
export const openPairing = async ({
  ctx,
  executor,
  memberId,
  code,
}: {
  ctx: Context;
  executor: Executor;
  memberId: number;
  code: string;
}): Promise<Selectable<PairingTable>> => {
  const wrong = recentWrong(ctx, memberId);
  if (wrong.length >= MAX_WRONG) {
    const seconds = Math.ceil(((wrong[0] ?? 0) + WINDOW_MS - ctx.now()) / 1_000);
    throw tooMany(
      `配对码输错了 ${MAX_WRONG} 次，请 ${Math.ceil(seconds / 60)} 分钟后再试`,
      seconds,
    );
  }
  const row = await executor
    .selectFrom('pairing')
    .selectAll()
    .where('code', '=', readPairCode(code))
    .where('client_id', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (row) return row;
  wrong.push(ctx.now());
  throw notFound('没有这个配对码，或者它已经用过、过期了；请看电脑上显示的 8 位码');
};
