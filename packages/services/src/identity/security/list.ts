import { type Selectable, type SecurityEventTable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { getMemberByName } from '../member/find.ts';
import { describeSecurityEventKind, SECURITY_KINDS } from './kinds.ts';

const PAGE_SIZE = 200;

export type SecurityRow = Pick<
  Selectable<SecurityEventTable>,
  'at' | 'kind' | 'actor' | 'subject' | 'address' | 'detail' | 'count'
> & { words: string };

const getMemberSubject = async (ctx: Context, username: string): Promise<string> =>
  `member:${(await getMemberByName(ctx.db.kysely, username)).id}`;

/**
 * Security events, newest first: all, of one kind, or about one member.
 * @throws 400 for an unknown kind, 404
 */
export const listSecurityEvents = async ({
  ctx,
  kind,
  username,
}: {
  ctx: Context;
  kind?: string | undefined;
  username?: string | undefined;
}): Promise<SecurityRow[]> => {
  if (kind !== undefined && !(kind in SECURITY_KINDS) && !kind.startsWith('staff.'))
    throw createInvalidInputError({
      kind: `没有“${kind}”这一类，有 ${Object.keys(SECURITY_KINDS).join('、')}`,
    });
  const concernedMember = username === undefined ? null : await getMemberSubject(ctx, username);
  const rows = await ctx.db.kysely
    .selectFrom('security_event')
    .select(['at', 'kind', 'actor', 'subject', 'address', 'detail', 'count'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(concernedMember !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('actor', '=', concernedMember ?? ''), eb('subject', '=', concernedMember ?? '')]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .execute();
  return rows.map((row) => ({ ...row, words: describeSecurityEventKind(row.kind) }));
};
