import type { CallOutput } from '@yunbiao/contract';
import { prepared } from '@yunbiao/db';
import type { CodeSender } from '../contact-vendor.ts';
import type { Context } from '../context.ts';
import { needsPhoneToPost } from '../member/phone-to-post.ts';
import type { SoftwareRow } from './find.ts';
import { LEGAL_TYPES } from './legal.ts';

type Common = CallOutput<'common'>;

const legalRows = prepared((db, { now }: { now: number }) =>
  db
    .selectFrom('article')
    .select(['id', 'art_type'])
    .where('art_type', 'in', Object.values(LEGAL_TYPES))
    .where('software_id', 'is', null)
    .where('published_at', '<=', now)
    .orderBy('id'),
);

/** Online softwares in the order of the site: what the switch between them shows. */
const switchRows = prepared((db) =>
  db
    .selectFrom('software')
    .select(['alias', 'name', 'domain', 'contacts'])
    .where('state', '=', 'online')
    .orderBy('sort')
    .orderBy('id'),
);

const legalIds = async (ctx: Context): Promise<Common['legal']> => {
  const rows = await legalRows(ctx.db.kysely, { now: ctx.now() });
  const getId = (type: string): string | null => {
    const found = rows.findLast((row) => row.art_type === type);
    return found ? String(found.id) : null;
  };
  return { termsId: getId(LEGAL_TYPES.terms), privacyId: getId(LEGAL_TYPES.privacy) };
};

const getWay = (sender: CodeSender | null | undefined): Common['switches']['email'] =>
  sender ? (sender.isStandIn ? 'demo' : 'on') : 'off';

/** What every page's frame shows; `software` null: the frame of the whole site. */
export const common = async ({
  ctx,
  software,
}: {
  ctx: Context;
  software: SoftwareRow | null;
}): Promise<Common> => {
  const softwares = await switchRows(ctx.db.kysely, {});
  const own = software ?? softwares[0];
  return {
    softwares: softwares.map(({ alias, name, domain }) => ({ alias, name, domain })),
    contacts: own ? (JSON.parse(own.contacts) as Common['contacts']) : [],
    legal: await legalIds(ctx),
    icpNo: ctx.settings.icpNo,
    psbNo: ctx.settings.psbNo,
    mainOrigin: ctx.settings.publicUrl,
    switches: {
      register: true,
      wechat: [...(ctx.wechat?.ways ?? [])],
      email: getWay(ctx.contact?.email),
      phone: getWay(ctx.contact?.phone),
      phoneToPost: needsPhoneToPost(ctx),
    },
    demo: ctx.settings.mode === 'demo',
  };
};
