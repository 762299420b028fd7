import {
  BASELINE,
  canDraw,
  getFontNeeds,
  getSetupNeeds,
  getTemplateNeeds,
  joinNeeds,
  readCapabilities,
  writeCapabilities,
} from '@yunbiao/contract/capabilities';
import { readSetup, type Setup } from '@yunbiao/contract/gateway';
import type { BatchTable, Executor, Selectable } from '@yunbiao/db';

/** What it takes to draw a template, as rows keep it. `template`: JSON as it is stored. */
export const workOutNeeds = (template: string): string =>
  writeCapabilities(getTemplateNeeds(JSON.parse(template)));

/** The same with what a setup takes in addition. */
export const joinSetupNeeds = (needs: string, setup: Setup): string =>
  writeCapabilities(joinNeeds(readCapabilities(needs), getSetupNeeds(setup)));

/** The same with what an edition of the fonts takes in addition. */
export const joinFontNeeds = (needs: string, edition: number): string =>
  writeCapabilities(joinNeeds(readCapabilities(needs), getFontNeeds(edition)));

type Batch = Pick<Selectable<BatchTable>, 'id' | 'template' | 'setup' | 'needs'>;

/** What a batch needs, also one from before that was kept. */
export const readNeeds = ({ template, setup, needs }: Omit<Batch, 'id'>): string =>
  needs || joinSetupNeeds(workOutNeeds(template), readSetup(setup));

/**
 * Labels of a batch are drawn with another setup, at another printer or with the configuration as it is now: the batch needs
 * what either takes.
 */
export const addSetupNeeds = async (
  executor: Executor,
  batch: Batch,
  setup: Setup,
): Promise<void> => {
  const needs = joinSetupNeeds(readNeeds(batch), setup);
  if (needs === batch.needs) return;
  await executor.updateTable('batch').set({ needs }).where('id', '=', batch.id).execute();
};

/** Batches filled in at once. */
const AT_ONCE = 20;

/**
 * Fills in what a member's open batches from before need, where it matters: every client but one that announces less than
 * the release before draws them all.
 */
export const fillNeeds = async (
  executor: Executor,
  { memberId, draws }: { memberId: number; draws: string },
): Promise<void> => {
  if (canDraw(readCapabilities(draws), BASELINE)) return;
  for (;;) {
    const batches = await executor
      .selectFrom('batch')
      .select(['id', 'template', 'setup', 'needs'])
      .where('member_id', '=', memberId)
      .where('finished_at', 'is', null)
      .where('needs', '=', '')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const batch of batches)
      await executor
        .updateTable('batch')
        .set({ needs: readNeeds(batch) })
        .where('id', '=', batch.id)
        .execute();
    if (batches.length < AT_ONCE) return;
  }
};
