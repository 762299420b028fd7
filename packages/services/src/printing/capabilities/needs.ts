import {
  BASELINE_CAPABILITIES,
  canMeetCapabilityNeeds,
  getFontCapabilityNeeds,
  getSetupCapabilityNeeds,
  getTemplateCapabilityNeeds,
  mergeCapabilityNeeds,
  parseCapabilities,
  formatCapabilities,
} from '@yunbiao/contract/gateway/capabilities';
import { parsePrintSetup, type Setup } from '@yunbiao/contract/printing/print-setup';
import type { BatchTable, Executor, Selectable } from '@yunbiao/db';

/** Capabilities needed to draw a template, in storage format. `template`: stored JSON. */
export const computeTemplateNeeds = (template: string): string =>
  formatCapabilities(getTemplateCapabilityNeeds(JSON.parse(template)));

/** Adds the needs of a setup. */
export const mergeSetupNeeds = (needs: string, setup: Setup): string =>
  formatCapabilities(
    mergeCapabilityNeeds(parseCapabilities(needs), getSetupCapabilityNeeds(setup)),
  );

/** Adds the needs of a font edition. */
export const mergeFontNeeds = (needs: string, edition: number): string =>
  formatCapabilities(
    mergeCapabilityNeeds(parseCapabilities(needs), getFontCapabilityNeeds(edition)),
  );

type Batch = Pick<Selectable<BatchTable>, 'id' | 'template' | 'setup' | 'needs'>;

/** Needs of a batch. Computes them for batches stored before the column existed. */
export const resolveBatchNeeds = ({ template, setup, needs }: Omit<Batch, 'id'>): string =>
  needs || mergeSetupNeeds(computeTemplateNeeds(template), parsePrintSetup(setup));

/**
 * Adds the needs of another setup to a batch. A batch may be drawn at another printer or with the
 * current configuration.
 */
export const storeSetupNeeds = async (
  executor: Executor,
  batch: Batch,
  setup: Setup,
): Promise<void> => {
  const needs = mergeSetupNeeds(resolveBatchNeeds(batch), setup);
  if (needs === batch.needs) return;
  await executor.updateTable('batch').set({ needs }).where('id', '=', batch.id).execute();
};

/** Batches per query. */
const BATCHES_PER_QUERY = 20;

/**
 * Fills in the needs of a member's older open batches. Only needed for clients below the baseline:
 * all others can draw these batches.
 */
export const backfillBatchNeeds = async (
  executor: Executor,
  { memberId, draws }: { memberId: number; draws: string },
): Promise<void> => {
  if (canMeetCapabilityNeeds(parseCapabilities(draws), BASELINE_CAPABILITIES)) return;
  for (;;) {
    const batches = await executor
      .selectFrom('batch')
      .select(['id', 'template', 'setup', 'needs'])
      .where('member_id', '=', memberId)
      .where('finished_at', 'is', null)
      .where('needs', '=', '')
      .orderBy('id')
      .limit(BATCHES_PER_QUERY)
      .execute();
    for (const batch of batches)
      await executor
        .updateTable('batch')
        .set({ needs: resolveBatchNeeds(batch) })
        .where('id', '=', batch.id)
        .execute();
    if (batches.length < BATCHES_PER_QUERY) return;
  }
};
