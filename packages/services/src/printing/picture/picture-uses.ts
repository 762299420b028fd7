import type { CallOutput } from '@yunbiao/contract';
import { MAX_PICTURE_USES } from '@yunbiao/contract/limits/picture';
import { runTransaction } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { getOwnPictures } from './change-pictures.ts';

/** Templates of the member with an element that shows one of the pictures. @throws 404 */
export const listTemplatesUsingPictures = ({
  ctx,
  memberId,
  ids,
}: MemberScope & { ids: readonly string[] }): Promise<CallOutput<'pictureUses'>> =>
  runTransaction(ctx.db, async (tx) => {
    const pictures = await getOwnPictures(tx, memberId, ids);
    // The references are read from each template, as a search of its JSON could match other texts.
    const wanted = new Set(pictures.map(({ id }) => String(id)));
    const templates = await tx
      .selectFrom('template')
      .select(['id', 'name', 'content'])
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .where('content', 'like', '%"library":%')
      .orderBy('id')
      .execute();
    const using = templates.filter(({ content }) =>
      (JSON.parse(content) as { elements: { library?: string }[] }).elements.some(
        ({ library }) => library !== undefined && wanted.has(library),
      ),
    );
    return {
      total: using.length,
      templates: using.slice(0, MAX_PICTURE_USES).map(({ id, name }) => ({ id: String(id), name })),
    };
  });
