import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { isOfWidth, type Searched, templateMatches } from '@yunbiao/contract/template-match';
import { inOrder, type Listed, listPlaces } from './match.ts';
import type { Context } from '../context.ts';
import { listPictures, pictureUrl } from './picture.ts';

type Library = CallOutput<'templateLibrary'>;

const pickSearched = ({ name, category, width, height }: Listed): Searched => ({
  name,
  category,
  widthMm: width / 100,
  heightMm: height / 100,
});

/** A template as lists show it, without its picture. */
export const presentRow = (row: Listed) => ({ id: String(row.id), ...pickSearched(row) });

/** The public templates of a software. Operators add them: there are so few that all are read, without their content. */
export const templateLibrary = async ({
  ctx,
  softwareId,
  input,
}: {
  ctx: Context;
  softwareId: number;
  input: CallParsed<'templateLibrary'>;
}): Promise<Library> => {
  const all = await ctx.db.kysely
    .selectFrom('template')
    .select(['id', 'name', 'category', 'width', 'height', 'created_at', 'version'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const places = listPlaces(all);
  const isAsked = templateMatches(input.q ?? '');
  const found = all.filter((row) => {
    const one = pickSearched(row);
    return isAsked(one) && isOfWidth(one, input.width);
  });
  const counts = Map.groupBy(found, ({ category }) => category);
  const shown = inOrder(
    input.category ? (counts.get(input.category) ?? []) : found,
    input.sort,
    places,
  );
  const { page, pageSize } = input;
  const onPage = shown.slice((page - 1) * pageSize, page * pageSize);
  const pictures = await listPictures(ctx, onPage);
  return {
    list: onPage.map((row) => ({
      ...presentRow(row),
      picture: pictureUrl(row.id, pictures.get(row.id)),
    })),
    total: shown.length,
    page,
    pageSize,
    categories: [...places.keys()].flatMap((name) => {
      const count = counts.get(name)?.length ?? 0;
      return count > 0 ? { name, count } : [];
    }),
  };
};
