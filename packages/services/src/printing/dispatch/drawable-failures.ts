import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTemplate } from '@yunbiao/contract';
import type { Report } from '@yunbiao/contract/gateway/gateway';
import {
  getLabelPlacement,
  parsePrintSetup,
  type Setup,
} from '@yunbiao/contract/printing/print-setup';
import { type LabelData, layoutLabelForPrint, type Template } from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { readSetupsAtPrinter } from '../printer-group/index.ts';
import { getLabelFonts, getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';

/** Maximum time of drawing before yielding to the event loop, ms. */
const SLICE_MS = 10;

type Source = { template: Template; setup: Setup };
/** A batch at a printer. Together they determine the setup. */
type BatchAtPrinter = { batch_id: number; printer_id: number };

const toBatchPrinterKey = ({ batch_id, printer_id }: BatchAtPrinter): string =>
  `${batch_id}/${printer_id}`;

const listBatchSources = async (
  ctx: Context,
  details: readonly BatchAtPrinter[],
): Promise<Map<string, Source>> => {
  const { kysely } = ctx.db;
  const sources = new Map<string, Source>();
  for (const [printerId, at] of Map.groupBy(details, (detail) => detail.printer_id)) {
    const ids = [...new Set(at.map((detail) => detail.batch_id))];
    const elsewhere = await readSetupsAtPrinter(kysely, ids, printerId);
    const batches = await kysely
      .selectFrom('batch')
      .select(['id', 'template', 'setup'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, template, setup } of batches)
      sources.set(toBatchPrinterKey({ batch_id: id, printer_id: printerId }), {
        template: parseTemplate(JSON.parse(template)),
        setup: parsePrintSetup(elsewhere.get(id)?.setup ?? setup),
      });
  }
  return sources;
};

/** Every picture of a stored label exists, and any picture can be drawn. */
const ANY_PICTURE = {
  find: () => ({ width: 1, height: 1, gray: Uint8Array.of(0) }),
};

const isLabelDrawable = ({ template, setup }: Source, data: LabelData): boolean => {
  const layout = layoutLabelForPrint({
    template,
    data,
    media: getLabelPlacement(setup),
    fonts: getLabelFonts(),
    rareCodes: getRareSymbologyEncoders,
    pictures: ANY_PICTURE,
  });
  // Older print clients reject codes that may be empty.
  return layout.ok && !layout.scene.warnings.some(({ code }) => code === 'code-empty');
};

/**
 * Finds leased labels that were reported as undrawable although they can be drawn. They count as
 * possibly printed, so that a false failure report does not give free labels.
 */
export const findFalseDrawFailures = async ({
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
  const sources = await listBatchSources(ctx, details);
  const drawable = new Set<number>();
  // Draws copies of the same row once.
  const drawableByRow = new Map<string, boolean>();
  let until = performance.now() + SLICE_MS;
  for (const { id, data, ...at } of details) {
    const source = sources.get(toBatchPrinterKey(at));
    if (!source) continue;
    const key = `${toBatchPrinterKey(at)} ${data}`;
    let isDrawable = drawableByRow.get(key);
    if (isDrawable === undefined) {
      isDrawable = isLabelDrawable(source, JSON.parse(data) as LabelData);
      drawableByRow.set(key, isDrawable);
    }
    if (isDrawable) drawable.add(id);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
  return drawable;
};
