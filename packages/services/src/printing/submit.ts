import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import type { Tx } from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import { createEditionFinder } from '@yunbiao/label/label-edition';
import type { Context } from '../context.ts';
import { withLooks } from '../cut-off/looks.ts';
import { joinFontNeeds, workOutNeeds } from '../drawing/index.ts';
import { clockText } from '../serial/clock.ts';
import { noteRanges, takeSerials, type TakenSerial } from '../serial/serials.ts';
import { fromHundredths } from '../print-config/present.ts';
import { printerOfGroup, type Wanted } from '../printer-group/index.ts';
import { getTemplateForMember, noTemplate } from '../template/find.ts';
import { accept, type Origin, type Submission } from './accept.ts';
import { requestHash } from './idempotency.ts';
import { requireQuota } from './quota.ts';
import { cutQuestions, groupNamed } from './refuse-cut-off.ts';
import { checkRows } from './rows.ts';
import { checkFit, configTarget } from './target.ts';
import { type WorkedLabel, workLabels } from './work-labels.ts';

type Input = CallParsed<'print'>;

type Numbering = {
  memberId: number;
  template: { id: number; content: Template };
  at: string;
  input: Input;
  now: number;
};

/** Gives the labels their numbers, then works out what may be made of these. @throws 400, 409 */
const numberAndWork = async (
  tx: Tx,
  { memberId, template, at, input: { rows, copies }, now }: Numbering,
): Promise<{ labels: WorkedLabel[]; taken: TakenSerial[] }> => {
  const size = { rows: rows.length, copies };
  const taken = await takeSerials(tx, { memberId, template, ...size, at, now });
  const { content } = template;
  const labels = await workLabels({ rows, copies, template: content, at, serials: taken });
  return { labels, taken };
};

type Asked = {
  ctx: Context;
  memberId: number;
  input: Input;
  origin?: Origin;
};

/** The template as it is now; whose it may be is checked where its contents are read. */
const readWanted = async (
  tx: Tx,
  { templateId, rows }: Pick<Input, 'templateId' | 'rows'>,
): Promise<Wanted> => {
  const row = await tx
    .selectFrom('template')
    .select(['width', 'height', 'content'])
    .where('id', '=', Number(templateId))
    .executeTakeFirst();
  if (!row) throw noTemplate();
  const { width, height, content } = row;
  const size = { widthMm: fromHundredths(width), heightMm: fromHundredths(height) };
  const findEdition = createEditionFinder(parseTemplate(JSON.parse(content)));
  const edition = rows.reduce((newest, row) => Math.max(newest, findEdition(row)), 1);
  return { ...size, needs: joinFontNeeds(workOutNeeds(content), edition) };
};

/** The configuration that was named, or whichever of a group takes the template. */
const targetFor = (
  ctx: Context,
  memberId: number,
  { printConfigId, ...input }: Input,
): Submission['target'] => {
  const named = groupNamed(input);
  if (!named) return configTarget(memberId, Number(printConfigId));
  return async (tx) => {
    const wanted = await readWanted(tx, input);
    return printerOfGroup(ctx, tx, { memberId, named, wanted });
  };
};

/** Rows of a template as a submission. */
export const getSubmission = ({
  ctx,
  memberId,
  input,
  origin = { source: 'designer' },
}: Asked): Submission => ({
  ctx,
  key: {
    memberId,
    key: input.idempotencyKey,
    hash: requestHash(input, [origin.batchNo, origin.key?.webhook]),
    now: ctx.now(),
  },
  origin,
  target: targetFor(ctx, memberId, input),
  expireAfter: input.expireAfter,
});

/**
 * Accepts a batch: stored whole, label by label, before it is answered. A repeat with the same key returns the first
 * answer.
 * @throws 400 naming rows and fields, sizes that do not fit, or `allowCutOff` where that is false and something falls off; 402 with what is left of the month; what {@link accept} throws
 */
export const submitBatch = ({
  softwareId,
  cutOffHint = '',
  ...asked
}: Asked & {
  softwareId: number;
  /** How the caller says that content may fall off. */
  cutOffHint?: string;
}): Promise<CallOutput<'print'>> => {
  const { ctx, memberId, input } = asked;
  const submission = getSubmission(asked);
  // What its member's clock showed when it was sent.
  const at = clockText(submission.key.now, input.tz);
  let checked = '';
  return withLooks(ctx, memberId, (requireWhole) => {
    // Its labels may have waited to be looked at: they are born when they are stored, and expire from then on.
    const now = ctx.now();
    const born = { ...submission, key: { ...submission.key, now } };
    return accept(born, async (tx, target) => {
      const scope = { id: Number(input.templateId), memberId, softwareId };
      const row = await getTemplateForMember(tx, scope);
      const template = parseTemplate(JSON.parse(row.content));
      checkFit(template, target.config);
      const total = input.rows.length * input.copies;
      await requireQuota({ ctx, tx, memberId, softwareId, labels: total });
      // Rows that were good for this template are so when the transaction is done again.
      if (checked !== row.content) checkRows(input.rows, input.copies, template);
      checked = row.content;
      const known = { id: row.id, content: row.content, template };
      const { config } = target;
      if (input.allowCutOff === false)
        await requireWhole(
          await cutQuestions(ctx, tx, {
            memberId,
            template: known,
            config,
            input,
            at,
            hint: cutOffHint,
          }),
        );
      const { labels, taken } = await numberAndWork(tx, {
        memberId,
        template: { id: row.id, content: template },
        at,
        input,
        now,
      });
      return {
        softwareId: row.software_id,
        templateId: row.id,
        name: row.name,
        content: row.content,
        width: row.width,
        height: row.height,
        labels,
        note: (batch) => noteRanges(tx, batch, { templateId: row.id, taken, copies: input.copies }),
      };
    });
  });
};
