import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTemplate } from '@yunbiao/contract';
import { getMedia, readSetup, type Report, type Setup } from '@yunbiao/contract/gateway';
import { type LabelData, layoutForPrint, type Template } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { setupsAt } from '../printer-group/index.ts';
import { labelFonts, rareCodes } from '../software/label-fonts.ts';

/** Longest stretch of drawing before others get their turn, ms. */
const SLICE_MS = 10;

type Source = { template: Template; setup: Setup };
/** A batch at a printer: what it is drawn with there. */
type At = { batch_id: number; printer_id: number };

const getPlace = ({ batch_id, printer_id }: At): string => `${batch_id}/${printer_id}`;

const listSources = async (ctx: Context, details: readonly At[]): Promise<Map<string, Source>> => {
  const { kysely } = ctx.db;
  const sources = new Map<string, Source>();
  for (const [printerId, at] of Map.groupBy(details, (detail) => detail.printer_id)) {
    const ids = [...new Set(at.map((detail) => detail.batch_id))];
    const elsewhere = await setupsAt(kysely, ids, printerId);
    const batches = await kysely
      .selectFrom('batch')
      .select(['id', 'template', 'setup'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, template, setup } of batches)
      sources.set(getPlace({ batch_id: id, printer_id: printerId }), {
        template: parseTemplate(JSON.parse(template)),
        setup: readSetup(elsewhere.get(id)?.setup ?? setup),
      });
  }
  return sources;
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
    .select(['id', 'batch_id', 'printer_id', 'data'])
    .where('id', 'in', ids)
    .where('client_id', '=', clientId)
    .where('state', '=', 'sending')
    .execute();
  if (details.length === 0) return new Set();
  const sources = await listSources(ctx, details);
  const drawable = new Set<number>();
  // Copies of one row are drawn once.
  const known = new Map<string, boolean>();
  let until = performance.now() + SLICE_MS;
  for (const { id, data, ...at } of details) {
    const source = sources.get(getPlace(at));
    if (!source) continue;
    const key = `${getPlace(at)} ${data}`;
    let isDrawable = known.get(key);
    if (isDrawable === undefined) {
      const { template, setup } = source;
      const row = JSON.parse(data) as LabelData;
      const fonts = labelFonts();
      const laid = layoutForPrint({
        template,
        data: row,
        media: getMedia(setup),
        fonts,
        rareCodes,
      });
      // Print clients older than codes that may stay blank refuse these.
      isDrawable = laid.ok && !laid.scene.warnings.some(({ code }) => code === 'code-empty');
      known.set(key, isDrawable);
    }
    if (isDrawable) drawable.add(id);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
  return drawable;
};
