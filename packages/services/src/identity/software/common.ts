import type { CallOutput } from '@yunbiao/contract';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { CodeSender } from '../../platform/contact-vendor.ts';
import type { Context } from '../../platform/context.ts';
import { needsPhoneToPost } from '../member/phone-to-post.ts';
import type { SoftwareRow } from './find.ts';
import { LEGAL_TYPES } from './legal.ts';

type Common = CallOutput<'common'>;

const selectLegalRows = createQueryCompiledOnce((db, { now }: { now: number }) =>
  db
    .selectFrom('article')
    .select(['id', 'art_type'])
    .where('art_type', 'in', Object.values(LEGAL_TYPES))
    .where('software_id', 'is', null)
    .where('published_at', '<=', now)
    .orderBy('id'),
);

/** Online softwares in display order, for the software switcher. */
const selectSwitchRows = createQueryCompiledOnce((db) =>
  db
    .selectFrom('software')
    .select(['alias', 'name', 'domain', 'contacts'])
    .where('state', '=', 'online')
    .orderBy('sort')
    .orderBy('id'),
);

const readLegalIds = async (ctx: Context): Promise<Common['legal']> => {
  const rows = await selectLegalRows(ctx.db.kysely, { now: ctx.now() });
  const findLegalArticleId = (type: string): string | null => {
    const foundRow = rows.findLast((row) => row.art_type === type);
    return foundRow ? String(foundRow.id) : null;
  };
  return {
    termsId: findLegalArticleId(LEGAL_TYPES.terms),
    privacyId: findLegalArticleId(LEGAL_TYPES.privacy),
  };
};

const getCodeSenderMode = (sender: CodeSender | null | undefined): Common['switches']['email'] =>
  sender ? (sender.isSimulated ? 'demo' : 'on') : 'off';

/** Data for the frame of every page. `software` is null for pages of the whole site. */
export const loadSiteFrame = async ({
  ctx,
  software,
}: {
  ctx: Context;
  software: SoftwareRow | null;
}): Promise<Common> => {
  const softwares = await selectSwitchRows(ctx.db.kysely, {});
  const shownSoftware = software ?? softwares[0];
  return {
    softwares: softwares.map(({ alias, name, domain }) => ({ alias, name, domain })),
    contacts: shownSoftware ? (JSON.parse(shownSoftware.contacts) as Common['contacts']) : [],
    legal: await readLegalIds(ctx),
    icpNo: ctx.settings.icpNo,
    psbNo: ctx.settings.psbNo,
    mainOrigin: ctx.settings.publicUrl,
    switches: {
      register: true,
      wechat: [...(ctx.wechat?.ways ?? [])],
      email: getCodeSenderMode(ctx.contact?.email),
      phone: getCodeSenderMode(ctx.contact?.phone),
      phoneToPost: needsPhoneToPost(ctx),
    },
    demo: ctx.settings.mode === 'demo',
  };
};
