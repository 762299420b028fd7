import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { findSoftware, onlineSoftwares } from './find.ts';
import { presentSoftware } from './present.ts';
import { LEGAL_TYPES } from './legal.ts';

type Common = CallOutput<'common'>;

const legalIds = async (ctx: Context): Promise<Common['legal']> => {
  const rows = await ctx.db.kysely
    .selectFrom('article')
    .select(['id', 'art_type'])
    .where('art_type', 'in', Object.values(LEGAL_TYPES))
    .where('software_id', 'is', null)
    .where('published_at', '<=', ctx.now())
    .orderBy('id')
    .execute();
  const idOf = (type: string): string | null => {
    const found = rows.findLast((row) => row.art_type === type);
    return found ? String(found.id) : null;
  };
  return { termsId: idOf(LEGAL_TYPES.terms), privacyId: idOf(LEGAL_TYPES.privacy) };
};

/** What every page's frame shows. An unknown software gives the frame of the whole site. */
export const common = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: CallParsed<'common'>;
}): Promise<Common> => {
  const softwares = await onlineSoftwares(ctx.db.kysely);
  const own = (await findSoftware(ctx.db.kysely, input)) ?? softwares[0];
  return {
    softwares: softwares.map(({ alias, name, domain }) => ({ alias, name, domain })),
    contacts: own ? presentSoftware(own).contacts : [],
    legal: await legalIds(ctx),
    icpNo: ctx.settings.icpNo,
    psbNo: ctx.settings.psbNo,
    mainOrigin: ctx.settings.publicUrl,
    switches: { register: true, wechat: false },
    demo: ctx.settings.mode === 'demo',
  };
};
