import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTemplate } from '@yunbiao/contract';
import { mediaOf, readSetup, type Report, type Setup } from '@yunbiao/contract/gateway';
import { type LabelData, layoutForPrint, type Template } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { labelFonts, rareCodes } from '../software/draw-template.ts';

/** Longest stretch of drawing before others get their turn, ms. */
const SLICE_MS = 10;

type Source = { template: Template; setup: Setup };

const sourcesOf = async (
  ctx: Context,
  batchIds: readonly number[],
): Promise<Map<number, Source>> => {
  const batches = await ctx.db.kysely
    .selectFrom('batch')
    .select(['id', 'template', 'setup'])
    .where('id', 'in', batchIds)
    .execute();
  return new Map(
    batches.map(({ id, template, setup }) => [
      id,
      { template: parseTemplate(JSON.parse(template)), setup: readSetup(setup) },
    ]),
  );
};

/**
 * Leased labels reported as "could not be drawn" although they can be: whatever happened to them, they count as having
 * left for the printer. Nobody prints for nothing by calling it a failure.
 */
export const drawableFailures = async ({
  ctx,
  clientId,
  reports,
}: {
  ctx: Context;
  clientId: number;
  reports: readonly Report[];
}): Promise<ReadonlySet<number>> => {
  const ids = reports
    .filter(({ state }) => state === 'failed')
    .map(({ detailId }) => Number(detailId))
    .filter(Number.isSafeInteger);
  if (ids.length === 0) return new Set();
  const details = await ctx.db.kysely
    .selectFrom('detail')
    .select(['id', 'batch_id', 'data'])
    .where('id', 'in', ids)
    .where('client_id', '=', clientId)
    .where('state', '=', 'sending')
    .execute();
  if (details.length === 0) return new Set();
  const sources = await sourcesOf(ctx, [...new Set(details.map((detail) => detail.batch_id))]);
  const drawable = new Set<number>();
  // Copies of one row are drawn once.
  const known = new Map<string, boolean>();
  let until = performance.now() + SLICE_MS;
  for (const { id, batch_id: batchId, data } of details) {
    const source = sources.get(batchId);
    if (!source) continue;
    const key = `${batchId} ${data}`;
    let isDrawable = known.get(key);
    if (isDrawable === undefined) {
      const { template, setup } = source;
      const row = JSON.parse(data) as LabelData;
      const fonts = labelFonts();
      isDrawable = layoutForPrint({
        template,
        data: row,
        media: mediaOf(setup),
        fonts,
        rareCodes,
      }).ok;
      known.set(key, isDrawable);
    }
    if (isDrawable) drawable.add(id);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
  return drawable;
};
