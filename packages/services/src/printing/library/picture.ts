import { createHash } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { sceneToSvg } from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { layOutSampleScenes } from '../../identity/software/draw-template.ts';

/** A public template drawn with its sample data at 203 dpi. */
export type TemplatePicture = { svg: string; hash: string };

/**
 * Cache limit. Pictures are cached by template and version; a site has some hundreds of templates.
 */
const MAX_CACHED_PICTURES = 1_000;
const pictureCaches = new WeakMap<Database, Map<string, TemplatePicture | null>>();

const getPictureCache = (db: Database): Map<string, TemplatePicture | null> => {
  const databasePictures = pictureCaches.get(db) ?? new Map<string, TemplatePicture | null>();
  pictureCaches.set(db, databasePictures);
  return databasePictures;
};

/** The site shows two dots of a thumbnail as one pixel, or one (`--thumbnail-mm`). */
const THUMBNAIL_STEP_DOTS = 2;

const drawTemplatePicture = (ctx: Context, id: number, content: string): TemplatePicture | null => {
  try {
    const [scene] = layOutSampleScenes(content, 1, THUMBNAIL_STEP_DOTS);
    if (!scene) return null;
    const svg = sceneToSvg(scene);
    return { svg, hash: createHash('sha256').update(svg).digest('hex').slice(0, 12) };
  } catch (error) {
    // Stored content may be older than today's validation; it must not break the whole list.
    ctx.log.error('a public template cannot be drawn', { template: String(id), error });
    return null;
  }
};

type Version = { id: number; version: number };

const buildPictureCacheKey = ({ id, version }: Version): string => `${id} ${version}`;

/**
 * Pictures of public templates by id; null when a template cannot be drawn. Content is read only
 * for a drawing.
 */
export const getOrDrawTemplatePictures = async (
  ctx: Context,
  templates: readonly Version[],
): Promise<Map<number, TemplatePicture | null>> => {
  const pictures = getPictureCache(ctx.db);
  if (pictures.size > MAX_CACHED_PICTURES) pictures.clear();
  const picturesById = new Map<number, TemplatePicture | null>();
  for (const template of templates) {
    const key = buildPictureCacheKey(template);
    const cachedPicture = pictures.get(key);
    if (cachedPicture !== undefined) {
      picturesById.set(template.id, cachedPicture);
      continue;
    }
    const row = await ctx.db.kysely
      .selectFrom('template')
      .select(['id', 'version', 'content'])
      .where('id', '=', template.id)
      .where('member_id', 'is', null)
      .executeTakeFirst();
    // The version may have changed since the list was read.
    const drawnPicture = row ? drawTemplatePicture(ctx, row.id, row.content) : null;
    if (row) pictures.set(buildPictureCacheKey(row), drawnPicture);
    picturesById.set(template.id, drawnPicture);
    // Yield to other requests between two drawings.
    await new Promise(setImmediate);
  }
  return picturesById;
};

/** URL of the picture. The hash changes with the drawing. */
export const getPictureUrl = (id: number, picture: TemplatePicture | null | undefined) =>
  picture ? `/static/template/${id}-${picture.hash}.svg` : null;

/**
 * Picture of a visible public template; undefined for anything else. `name` is the id from the URL.
 */
export const findTemplatePicture = async ({
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
  return (row && (await getOrDrawTemplatePictures(ctx, [row])).get(row.id)) ?? undefined;
};
