import { type CallOutput, parseTemplate } from '@yunbiao/contract';
import { MAX_PICTURE_USES } from '@yunbiao/contract/limits/picture';
import { listConstantPictureNames } from '@yunbiao/label/library-pictures';
import type { MemberScope } from '../../platform/context.ts';
import { createEventLoopYielder } from '../../platform/yielder.ts';
import { getOwnPictures } from './change-pictures.ts';
import { parseWantedName } from './names.ts';

/**
 * Templates of the member with an element that shows one of the pictures on every label. Which rows
 * will name it is not known. @throws 404
 */
export const listTemplatesUsingPictures = async ({
  ctx,
  memberId,
  ids,
}: MemberScope & { ids: readonly string[] }): Promise<CallOutput<'pictureUses'>> => {
  const { kysely } = ctx.db;
  const pictures = await getOwnPictures(kysely, memberId, ids);
  const names = new Set(pictures.flatMap(({ name_key, stem_key }) => [name_key, stem_key]));
  const isWanted = (value: string): boolean => {
    const { folderKey, key } = parseWantedName(value);
    return (
      names.has(key) &&
      pictures.some(
        ({ folder_key, name_key, stem_key }) =>
          (folderKey === null || folderKey === folder_key) &&
          (key === name_key || key === stem_key),
      )
    );
  };
  const templates = await kysely
    .selectFrom('template')
    .select(['id', 'name', 'content'])
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .where('content', 'like', '%"type":"image"%')
    .orderBy('id')
    .execute();
  const yieldToOthers = createEventLoopYielder();
  const using: typeof templates = [];
  for (const template of templates) {
    const content = parseTemplate(JSON.parse(template.content));
    if (listConstantPictureNames(content).some(isWanted)) using.push(template);
    await yieldToOthers();
  }
  return {
    total: using.length,
    templates: using.slice(0, MAX_PICTURE_USES).map(({ id, name }) => ({ id: String(id), name })),
  };
};
