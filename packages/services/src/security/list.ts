import { type Selectable, type SecurityEventTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { getMemberByName } from '../member/find.ts';
import { kindWords, KINDS } from './kinds.ts';

const SHOWN = 200;

export type SecurityRow = Pick<
  Selectable<SecurityEventTable>,
  'at' | 'kind' | 'actor' | 'subject' | 'address' | 'detail' | 'count'
> & { words: string };

const getMember = async (ctx: Context, username: string): Promise<string> =>
  `member:${(await getMemberByName(ctx.db.kysely, username)).id}`;

/** The newest events, all or of one kind or about one member. @throws 400 for an unknown kind, 404 */
export const securityLog = async ({
  ctx,
  kind,
  username,
}: {
  ctx: Context;
  kind?: string | undefined;
  username?: string | undefined;
}): Promise<SecurityRow[]> => {
  if (kind !== undefined && !(kind in KINDS) && !kind.startsWith('staff.'))
    throw invalid({ kind: `没有“${kind}”这一类，有 ${Object.keys(KINDS).join('、')}` });
  const whose = username === undefined ? null : await getMember(ctx, username);
  const rows = await ctx.db.kysely
    .selectFrom('security_event')
    .select(['at', 'kind', 'actor', 'subject', 'address', 'detail', 'count'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(whose !== null, (query) =>
      query.where((eb) => eb.or([eb('actor', '=', whose ?? ''), eb('subject', '=', whose ?? '')])),
    )
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, words: kindWords(row.kind) }));
};
