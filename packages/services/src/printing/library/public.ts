import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  isTemplateOfWidth,
  type SearchableTemplate,
  createTemplateMatcher,
} from '@yunbiao/contract/api/template-match';
import { sortTemplates, type ListedTemplate, rankCategories } from './match.ts';
import type { Context } from '../../platform/context.ts';
import { getOrDrawTemplatePictures, getPictureUrl } from './picture.ts';

type Library = CallOutput<'templateLibrary'>;

const toSearchableTemplate = ({
  name,
  category,
  width,
  height,
}: ListedTemplate): SearchableTemplate => ({
  name,
  category,
  widthMm: width / 100,
  heightMm: height / 100,
});

/** A template as shown in lists, without its picture. */
export const presentListedTemplate = (row: ListedTemplate) => ({
  id: String(row.id),
  ...toSearchableTemplate(row),
});

/**
 * Public templates of a software. Only operators add them, so the list is short and read in full,
 * without content.
 */
export const searchTemplateLibrary = async ({
  ctx,
  softwareId,
  input,
}: {
  ctx: Context;
  softwareId: number;
  input: CallParsed<'templateLibrary'>;
}): Promise<Library> => {
  const publicRows = await ctx.db.kysely
    .selectFrom('template')
    .select(['id', 'name', 'category', 'width', 'height', 'created_at', 'version'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const places = rankCategories(publicRows);
  const isAsked = createTemplateMatcher(input.q ?? '');
  const matchingRows = publicRows.filter((row) => {
    const searched = toSearchableTemplate(row);
    return isAsked(searched) && isTemplateOfWidth(searched, input.width);
  });
  const counts = Map.groupBy(matchingRows, ({ category }) => category);
  const shownRows = sortTemplates(
    input.category ? (counts.get(input.category) ?? []) : matchingRows,
    input.sort,
    places,
  );
  const { page, pageSize } = input;
  const onPage = shownRows.slice((page - 1) * pageSize, page * pageSize);
  const pictures = await getOrDrawTemplatePictures(ctx, onPage);
  return {
    list: onPage.map((row) => ({
      ...presentListedTemplate(row),
      picture: getPictureUrl(row.id, pictures.get(row.id)),
    })),
    total: shownRows.length,
    page,
    pageSize,
    categories: [...places.keys()].flatMap((name) => {
      const count = counts.get(name)?.length ?? 0;
      return count > 0 ? { name, count } : [];
    }),
  };
};
