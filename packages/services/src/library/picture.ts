import { createHash } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { sceneToSvg } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { sampleScenes } from '../software/draw-template.ts';

/** A public template drawn with its samples at 203 dpi. */
export type TemplatePicture = { svg: string; hash: string };

/** What is drawn once stays, by template and version; a site has some hundreds of them. */
const MAX_CACHED_PICTURES = 1_000;
const kept = new WeakMap<Database, Map<string, TemplatePicture | null>>();

const keptIn = (db: Database): Map<string, TemplatePicture | null> => {
  const known = kept.get(db) ?? new Map<string, TemplatePicture | null>();
  kept.set(db, known);
  return known;
};

const draw = (ctx: Context, id: number, content: string): TemplatePicture | null => {
  try {
    const [scene] = sampleScenes(content, 1);
    if (!scene) return null;
    const svg = sceneToSvg(scene);
    return { svg, hash: createHash('sha256').update(svg).digest('hex').slice(0, 12) };
  } catch (error) {
    // What is stored may be older than what is refused today: it must not take the list with it.
    ctx.log.error('a public template cannot be drawn', { template: String(id), error });
    return null;
  }
};

type Version = { id: number; version: number };

const getKey = ({ id, version }: Version): string => `${id} ${version}`;

/** The pictures of public templates, by their id; null where one cannot be drawn. Their content is read only to draw it. */
export const listPictures = async (
  ctx: Context,
  templates: readonly Version[],
): Promise<Map<number, TemplatePicture | null>> => {
  const pictures = keptIn(ctx.db);
  if (pictures.size > MAX_CACHED_PICTURES) pictures.clear();
  const found = new Map<number, TemplatePicture | null>();
  for (const one of templates) {
    const key = getKey(one);
    const known = pictures.get(key);
    if (known !== undefined) {
      found.set(one.id, known);
      continue;
    }
    const row = await ctx.db.kysely
      .selectFrom('template')
      .select(['id', 'version', 'content'])
      .where('id', '=', one.id)
      .where('member_id', 'is', null)
      .executeTakeFirst();
    // It may have become another version since the list was read.
    const drawn = row ? draw(ctx, row.id, row.content) : null;
    if (row) pictures.set(getKey(row), drawn);
    found.set(one.id, drawn);
    // Others are answered between two.
    await new Promise(setImmediate);
  }
  return found;
};

/** Where the server answers with it; the hash changes with the drawing. */
export const pictureUrl = (id: number, picture: TemplatePicture | null | undefined) =>
  picture ? `/static/template/${id}-${picture.hash}.svg` : null;

/** The picture of a public template that can be seen; undefined for anything else. `name` as in its address. */
export const templatePicture = async ({
  ctx,
  name,
}: {
  ctx: Context;
  name: string;
}): Promise<TemplatePicture | undefined> => {
  if (!/^[1-9]\d{0,14}$/.test(name)) return undefined;
  const row = await ctx.db.kysely
    .selectFrom('template')
    .innerJoin('software', 'software.id', 'template.software_id')
    .select(['template.id', 'template.version'])
    .where('template.id', '=', Number(name))
    .where('template.member_id', 'is', null)
    .where('template.deleted_at', 'is', null)
    .where('software.state', '=', 'online')
    .executeTakeFirst();
  return (row && (await listPictures(ctx, [row])).get(row.id)) ?? undefined;
};
