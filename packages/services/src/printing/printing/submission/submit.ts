import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import type { Selectable, TemplateTable, Tx } from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import { createFontEditionFinder } from '@yunbiao/label/label-edition';
import type { Context } from '../../../platform/context.ts';
import { withOverflowCheck } from '../../overflow/with-overflow-check.ts';
import { mergeFontNeeds, computeTemplateNeeds } from '../../capabilities/index.ts';
import { formatClock } from '../../../platform/serial/clock.ts';
import {
  recordSerialRanges,
  allocateSerials,
  type AllocatedSerials,
} from '../../../platform/serial/serials.ts';
import { fromHundredths } from '../../print-config/present.ts';
import { choosePrinterOfGroup, type LabelRequirements } from '../../printer-group/index.ts';
import {
  getTemplateForMember,
  createTemplateNotFoundError,
} from '../../../platform/template/find.ts';
import { acceptSubmission, type Contents, type Origin, type Submission } from './accept.ts';
import { hashRequest } from './idempotency.ts';
import { addLabelPictures, recordBatchPictures } from './label-pictures.ts';
import { requireLabelQuota } from './quota.ts';
import { buildOverflowChecks, toGroupName } from './overflow-check.ts';
import { validateSubmittedRows } from './rows.ts';
import { requireTemplateFit, createConfigTargetResolver } from './target.ts';
import { type ComputedLabel, computeLabels } from './compute-labels.ts';

type Input = CallParsed<'print'>;

type Numbering = {
  memberId: number;
  template: { id: number; content: Template };
  at: string;
  input: Input;
  now: number;
};

/**
 * Assigns serial numbers to the labels, then computes the formulas that use them.
 * @throws 400, 409
 */
const assignSerialsAndCompute = async (
  tx: Tx,
  { memberId, template, at, input: { rows, sheetRows, copies }, now }: Numbering,
): Promise<{ labels: ComputedLabel[]; taken: AllocatedSerials[] }> => {
  const size = { rows: rows.length, copies };
  const allocatedSerials = await allocateSerials(tx, { memberId, template, ...size, at, now });
  const { content } = template;
  const labels = await computeLabels({
    rows,
    sheetRows,
    copies,
    template: content,
    at,
    serials: allocatedSerials,
  });
  return { labels, taken: allocatedSerials };
};

/** Contents of a batch with its serial numbers. @throws 400, 409 */
const createBatchContents = async (
  tx: Tx,
  row: Selectable<TemplateTable>,
  numbering: Numbering,
): Promise<Contents> => {
  const { labels: computed, taken } = await assignSerialsAndCompute(tx, numbering);
  const { memberId, template } = numbering;
  const { labels, uploadIds } = await addLabelPictures(tx, {
    memberId,
    template: template.content,
    labels: computed,
  });
  const { copies } = numbering.input;
  return {
    softwareId: row.software_id,
    templateId: row.id,
    name: row.name,
    content: row.content,
    width: row.width,
    height: row.height,
    labels,
    storeExtras: async (batch) => {
      await recordSerialRanges(tx, batch, { templateId: row.id, taken, copies });
      await recordBatchPictures(tx, batch, uploadIds);
    },
  };
};

type Asked = {
  ctx: Context;
  memberId: number;
  input: Input;
  origin?: Origin;
};

/** The current template. The ownership check follows when its contents are read. */
const readTemplateRequirements = async (
  tx: Tx,
  { templateId, rows }: Pick<Input, 'templateId' | 'rows'>,
): Promise<LabelRequirements> => {
  const row = await tx
    .selectFrom('template')
    .select(['width', 'height', 'content'])
    .where('id', '=', Number(templateId))
    .executeTakeFirst();
  if (!row) throw createTemplateNotFoundError();
  const { width, height, content } = row;
  const size = { widthMm: fromHundredths(width), heightMm: fromHundredths(height) };
  const findEdition = createFontEditionFinder(parseTemplate(JSON.parse(content)));
  const edition = rows.reduce((newest, row) => Math.max(newest, findEdition(row)), 1);
  return { ...size, needs: mergeFontNeeds(computeTemplateNeeds(content), edition) };
};

/** Resolves the named configuration, or a printer of the group that can take the template. */
const createTargetResolver = (
  ctx: Context,
  memberId: number,
  { printConfigId, ...input }: Input,
): Submission['resolveTarget'] => {
  const groupName = toGroupName(input);
  if (!groupName) return createConfigTargetResolver(memberId, Number(printConfigId));
  return async (tx) => {
    const requirements = await readTemplateRequirements(tx, input);
    return choosePrinterOfGroup(ctx, tx, { memberId, named: groupName, wanted: requirements });
  };
};

/** Builds a submission from rows of a template. */
export const buildSubmission = ({
  ctx,
  memberId,
  input,
  origin = { source: 'designer' },
}: Asked): Submission => ({
  ctx,
  key: {
    memberId,
    key: input.idempotencyKey,
    hash: hashRequest(input, [origin.batchNo, origin.key?.webhook]),
    now: ctx.now(),
  },
  origin,
  resolveTarget: createTargetResolver(ctx, memberId, input),
  expireAfter: input.expireAfter,
});

/**
 * Accepts a batch: stores it label by label before answering. A repeat with the same key returns
 * the first answer.
 * @throws 400 naming rows and fields, a size that does not fit, or `allowCutOff` when that is false
 * and content is cut off; 402 with the labels left this month; the errors of {@link
 * acceptSubmission}
 */
export const submitBatch = ({
  softwareId,
  cutOffHint = '',
  ...asked
}: Asked & {
  softwareId: number;
  /** Text that tells the caller how to allow cut-off content. */
  cutOffHint?: string;
}): Promise<CallOutput<'print'>> => {
  const { ctx, memberId, input } = asked;
  const submission = buildSubmission(asked);
  // Local time of the member at submission.
  const at = formatClock(submission.key.now, input.tz);
  let checkedKey = '';
  return withOverflowCheck(ctx, memberId, (findUnchecked) => {
    // The overflow check may take long: creation and expiry count from the time of storing.
    const now = ctx.now();
    const submissionAtStoring = { ...submission, key: { ...submission.key, now } };
    return acceptSubmission(submissionAtStoring, async (tx, target) => {
      const scope = { id: Number(input.templateId), memberId, softwareId };
      const row = await getTemplateForMember(tx, scope);
      const template = parseTemplate(JSON.parse(row.content));
      requireTemplateFit(template, target.config);
      const total = input.rows.length * input.copies;
      await requireLabelQuota({ ctx, tx, memberId, softwareId, labels: total });
      // When the transaction runs again with the same template, the rows need no second check.
      if (checkedKey !== row.content) await validateSubmittedRows(input, { template, at });
      checkedKey = row.content;
      const knownTemplate = { id: row.id, content: row.content, template };
      const { config } = target;
      if (input.allowCutOff === false) {
        const unchecked = findUnchecked(
          await buildOverflowChecks(ctx, tx, {
            memberId,
            template: knownTemplate,
            config,
            input,
            at,
            hint: cutOffHint,
          }),
        );
        if (unchecked) return unchecked;
      }
      return createBatchContents(tx, row, {
        memberId,
        template: { id: row.id, content: template },
        at,
        input,
        now,
      });
    });
  });
};
