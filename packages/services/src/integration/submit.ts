import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import { mediaOf } from '@yunbiao/contract/gateway';
import { isMoved, layoutForPrint, type Media } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { setupOf } from '../print-config/setup.ts';
import { earlierSubmission } from '../printing/accept.ts';
import { submissionOf, submitBatch } from '../printing/submit.ts';
import { labelFonts, rareCodes } from '../software/draw-template.ts';
import { requireOnline } from '../software/find.ts';
import { refuseSuspended } from '../software/suspension.ts';
import { getTemplateForMember, noTemplate } from '../template/find.ts';
import { originOf, repeatKeyOf, requireWebhook } from './key-origin.ts';
import type { KeyHolder } from './keys.ts';

type Input = Pick<CallParsed<'apiBatch'>, 'printConfigId' | 'templateId' | 'rows'>;

/** A batch belongs to the software of its template. @throws 404 for a template the member cannot use */
const softwareOfTemplate = async (
  ctx: Context,
  { id, memberId }: { id: number; memberId: number },
): Promise<number> => {
  const { kysely } = ctx.db;
  const software = await kysely
    .selectFrom('template')
    .innerJoin('software', 'software.id', 'template.software_id')
    .selectAll('software')
    .where('template.id', '=', id)
    .where('template.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('template.member_id', 'is', null), eb('template.member_id', '=', memberId)]),
    )
    .executeTakeFirst();
  if (!software) throw noTemplate();
  requireOnline(software);
  await refuseSuspended(kysely, { memberId, softwareId: software.id });
  return software.id;
};

/**
 * What a person is asked about before printing is refused here, unless the caller has answered it: content that the
 * calibration of the configuration moves off the label. The first row stands for all; what the template itself lets hang
 * over was meant so. A group's printer is chosen as the batch is taken: it is not looked at. @throws 400
 */
const refuseCutOff = async (
  { kysely }: Context['db'],
  { memberId, softwareId, input }: { memberId: number; softwareId: number; input: Input },
): Promise<void> => {
  if (input.printConfigId === undefined) return;
  const config = await kysely
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', Number(input.printConfigId))
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // What is not there, and what does not fit at all, is said where the batch is taken.
  if (!config || !isMoved(setupOf(config))) return;
  const id = Number(input.templateId);
  const { content } = await getTemplateForMember(kysely, { id, memberId, softwareId });
  const template = parseTemplate(JSON.parse(content));
  const setup = setupOf(config);
  // Of a row, the label at an edge loses what a label by itself would.
  const moved = { ...mediaOf(setup), offsetXMm: setup.offsetXMm };
  const lossesAt = (media: Media): string[] => {
    const [data = {}] = input.rows;
    const laid = layoutForPrint({ template, data, media, fonts: labelFonts(), rareCodes });
    if (!laid.ok) return [laid.reason];
    return laid.scene.warnings.flatMap(({ code, message }) =>
      code === 'outside-label' ? [message] : [],
    );
  };
  const meant = new Set(lossesAt({ dpi: setup.dpi, rotation: setup.rotation }));
  const lost = lossesAt(moved).find((one) => !meant.has(one));
  if (lost === undefined) return;
  throw invalid({
    templateId: `按配置“${config.name}”的校准移动以后，有内容印到标签外面：${lost}。照样打就写 allowCutOff: true`,
  });
};

/**
 * A batch from another system of the member. `idempotencyKey`: the header of that name, null without one.
 * @throws what {@link submitBatch} throws; 403 for a software that is offline or closed to the member
 */
export const submitForKey = async ({
  ctx,
  holder,
  input: { batchNo, webhook, allowCutOff, ...input },
  idempotencyKey,
}: {
  ctx: Context;
  holder: KeyHolder;
  input: CallParsed<'apiBatch'>;
  idempotencyKey: string | null;
}): Promise<CallOutput<'apiBatch'>> => {
  const { memberId } = holder;
  const asked = {
    ctx,
    memberId,
    input: { ...input, idempotencyKey: repeatKeyOf(idempotencyKey) },
    origin: originOf(holder, { batchNo, webhook }),
  };
  const before = await earlierSubmission(submissionOf(asked));
  if (before) return before;
  await requireWebhook(ctx, holder, webhook);
  const template = { id: Number(input.templateId), memberId };
  const softwareId = await softwareOfTemplate(ctx, template);
  if (!allowCutOff) await refuseCutOff(ctx.db, { memberId, softwareId, input });
  return submitBatch({ ...asked, softwareId });
};
