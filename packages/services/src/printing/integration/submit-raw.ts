import { createHash } from 'node:crypto';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { RAW_BYTES } from '@yunbiao/contract/limits/print';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import {
  acceptSubmission,
  findEarlierSubmission,
  type Submission,
} from '../printing/submission/accept.ts';
import { getSoftwareIdOfConfig } from '../printing/config-software.ts';
import { requireLabelQuota } from '../printing/submission/quota.ts';
import { prepareRaw, type Raw, buildRawContents } from '../printing/submission/raw-contents.ts';
import { buildApiOrigin, resolveIdempotencyKey, requireUsableWebhook } from './key-origin.ts';
import { createConfigTargetResolver } from '../printing/submission/target.ts';
import type { KeyHolder } from './keys.ts';

type Input = CallParsed<'apiRaw'>;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const TOO_LARGE = '太大了：原样打印一张最多 512 KB';

/**
 * Decodes the content: text for text commands (ZPL, TSPL) by default, base64 for anything else.
 * @throws 400 for `content`
 */
const decodeContent = ({ type, content = '', encoding }: Input): Uint8Array => {
  const isText = encoding === undefined ? type === 'zpl' || type === 'tspl' : encoding === 'text';
  if (isText) return Buffer.from(content, 'utf8');
  const compact = content.replaceAll(/\s/g, '');
  if (!BASE64.test(compact) || compact.length % 4 === 1)
    throw createInvalidInputError({
      content: `${type} 的 content 要写成 base64；或者用 file 上传`,
    });
  return Buffer.from(compact, 'base64');
};

/** Reads the data to print from either `content` or `file`. @throws 400 */
const readRawData = async (input: Input): Promise<Raw> => {
  const { type, content, file } = input;
  const isBoth = content !== undefined && file !== undefined;
  if (isBoth || (content === undefined && file === undefined))
    throw createInvalidInputError({ content: 'content 和 file 写一个' });
  const field = file ? 'file' : 'content';
  if (file && file.size > RAW_BYTES) throw createInvalidInputError({ file: TOO_LARGE });
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : decodeContent(input);
  if (bytes.length === 0) throw createInvalidInputError({ [field]: '内容是空的' });
  if (bytes.length > RAW_BYTES) throw createInvalidInputError({ [field]: TOO_LARGE });
  return { type, bytes, field };
};

/**
 * Raw data cannot go to a printer group: it is for one command language, one resolution and one
 * label size, and is not converted.
 * @throws 400
 */
const refusePrinterGroup = ({ printConfigId, groupId }: Input): void => {
  if (printConfigId !== undefined) return;
  const field = groupId === undefined ? 'groupName' : 'groupId';
  throw createInvalidInputError({
    [field]:
      '原样打印不能打印到打印机组：内容是按一种语言、一种分辨率写好的，转到别的打印机打印不对；写一个 printConfigId',
  });
};

/** SHA-256 of the request, to detect a different request under the same idempotency key. */
const hashRawRequest = (
  { printConfigId, expireAfter, batchNo, webhook }: Input,
  raw: Raw,
): string => {
  const bytes = createHash('sha256').update(raw.bytes).digest('hex');
  const hashedFields = ['raw', printConfigId, raw.type, expireAfter, bytes, batchNo, webhook];
  return createHash('sha256').update(JSON.stringify(hashedFields)).digest('hex');
};

/**
 * Accepts one label from another system of the member and prints it unchanged. `idempotencyKey`:
 * the request header of that name, null when absent.
 * @throws 400 naming the invalid field; 402, 403, 404, 409 as for batches
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
  refusePrinterGroup(input);
  const raw = await readRawData(input);
  const key = {
    memberId,
    key: resolveIdempotencyKey(idempotencyKey),
    hash: hashRawRequest(input, raw),
  };
  const submission: Submission = {
    ctx,
    key: { ...key, now: ctx.now() },
    origin: buildApiOrigin(holder, input),
    resolveTarget: createConfigTargetResolver(memberId, Number(input.printConfigId)),
    expireAfter: input.expireAfter,
  };
  const before = await findEarlierSubmission(submission);
  if (before) return before;
  await requireUsableWebhook(ctx, holder, input.webhook);
  const config = { id: Number(input.printConfigId), memberId };
  const softwareId = await getSoftwareIdOfConfig(ctx, config);
  const prepared = await prepareRaw(ctx.db.kysely, raw, config);
  return acceptSubmission(submission, async (tx, target) => {
    const contents = await buildRawContents(
      tx,
      { type: raw.type, sentBytes: raw.bytes.length, prepared },
      target,
      softwareId,
    );
    await requireLabelQuota({ ctx, tx, memberId, softwareId, labels: contents.labels.length });
    return contents;
  });
};
