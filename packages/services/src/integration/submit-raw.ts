import { createHash } from 'node:crypto';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { RAW_BYTES } from '@yunbiao/contract/limits/print';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { accept, earlierSubmission, type Submission } from '../printing/accept.ts';
import { softwareOfConfig } from '../printing/config-software.ts';
import { requireQuota } from '../printing/quota.ts';
import { prepareRaw, type Raw, rawContents } from '../printing/raw-contents.ts';
import { getOrigin, getRepeatKey, requireWebhook } from './key-origin.ts';
import { configTarget } from '../printing/target.ts';
import type { KeyHolder } from './keys.ts';

type Input = CallParsed<'apiRaw'>;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const TOO_LARGE = '太大了：原样打印一张最多 512 KB';

/** Commands that are text may come as text; what is not comes in base64. @throws 400 at `content` */
const bytesOfText = ({ type, content = '', encoding }: Input): Uint8Array => {
  const isText = encoding === undefined ? type === 'zpl' || type === 'tspl' : encoding === 'text';
  if (isText) return Buffer.from(content, 'utf8');
  const written = content.replaceAll(/\s/g, '');
  if (!BASE64.test(written) || written.length % 4 === 1)
    throw invalid({ content: `${type} 的 content 要写成 base64；或者用 file 上传` });
  return Buffer.from(written, 'base64');
};

/** What is to be printed, whichever way it came. @throws 400 */
const getRaw = async (input: Input): Promise<Raw> => {
  const { type, content, file } = input;
  const isBoth = content !== undefined && file !== undefined;
  if (isBoth || (content === undefined && file === undefined))
    throw invalid({ content: 'content 和 file 写一个' });
  const field = file ? 'file' : 'content';
  if (file && file.size > RAW_BYTES) throw invalid({ file: TOO_LARGE });
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : bytesOfText(input);
  if (bytes.length === 0) throw invalid({ [field]: '内容是空的' });
  if (bytes.length > RAW_BYTES) throw invalid({ [field]: TOO_LARGE });
  return { type, bytes, field };
};

/** Bytes are of one language and so many dots a mm, a picture of one label: nothing here makes them another printer's. @throws 400 */
const refuseGroup = ({ printConfigId, groupId }: Input): void => {
  if (printConfigId !== undefined) return;
  const field = groupId === undefined ? 'groupName' : 'groupId';
  throw invalid({
    [field]:
      '原样打印不能打到打印机组：内容是按一种语言、一种分辨率写好的，转到别的打印机印不对；写一个 printConfigId',
  });
};

/** SHA-256 of what is asked for, as for batches of rows. */
const computeHash = ({ printConfigId, expireAfter, batchNo, webhook }: Input, raw: Raw): string => {
  const bytes = createHash('sha256').update(raw.bytes).digest('hex');
  const asked = ['raw', printConfigId, raw.type, expireAfter, bytes, batchNo, webhook];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
};

/**
 * One label from another system of the member, printed as it is. `idempotencyKey`: the header of that name, null without one.
 * @throws 400 naming what is wrong with it; 402, 403, 404, 409 as for batches
 */
export const submitRawForKey = async ({
  ctx,
  holder,
  input,
  idempotencyKey,
}: {
  ctx: Context;
  holder: KeyHolder;
  input: Input;
  idempotencyKey: string | null;
}): Promise<CallOutput<'apiRaw'>> => {
  const { memberId } = holder;
  refuseGroup(input);
  const raw = await getRaw(input);
  const key = { memberId, key: getRepeatKey(idempotencyKey), hash: computeHash(input, raw) };
  const submission: Submission = {
    ctx,
    key: { ...key, now: ctx.now() },
    origin: getOrigin(holder, input),
    target: configTarget(memberId, Number(input.printConfigId)),
    expireAfter: input.expireAfter,
  };
  const before = await earlierSubmission(submission);
  if (before) return before;
  await requireWebhook(ctx, holder, input.webhook);
  const config = { id: Number(input.printConfigId), memberId };
  const softwareId = await softwareOfConfig(ctx, config);
  const prepared = await prepareRaw(ctx.db.kysely, raw, config);
  return accept(submission, async (tx, target) => {
    const contents = await rawContents(
      tx,
      { type: raw.type, sentBytes: raw.bytes.length, prepared },
      target,
      softwareId,
    );
    await requireQuota({ ctx, tx, memberId, softwareId, labels: contents.labels.length });
    return contents;
  });
};
