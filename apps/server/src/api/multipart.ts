import { ServiceError } from '@yunbiao/services';

/**
 * Maximum number of parts of a body. No call takes more fields, and none has long texts next to its
 * file.
 */
const MAX_PARTS = 8;
const MAX_HEADER_BYTES = 4_096;
const MAX_TEXT_BYTES = 10_000;

const createBrokenUploadError = (): ServiceError =>
  new ServiceError(400, '上传的内容不完整，请重新选择文件', { fields: {} });

/** Boundary of a multipart content type (RFC 2046 §5.1.1). Null for other content types. */
export const parseMultipartBoundary = (contentType: string): string | null => {
  const match =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;",]{1,70})(?=[\s;]|$))/i.exec(
      contentType,
    );
  return match?.[1] ?? match?.[2] ?? null;
};

/**
 * Parameter of a part's Content-Disposition. Browsers encode `"` in it as %22 and other characters
 * as UTF-8.
 */
const parseContentDispositionParameter = (head: string, name: string): string | null => {
  const match = new RegExp(
    `^content-disposition:[^\\r\\n]*?;\\s*${name}="([^"\\r\\n]*)"`,
    'im',
  ).exec(head);
  return match?.[1] ?? null;
};

type Part = { name: string; fileName: string | null; type: string; content: Buffer };

const parseMultipartPart = (body: Buffer, start: number, end: number): Part => {
  const split = body.indexOf('\r\n\r\n', start);
  if (split < 0 || split > end || split - start > MAX_HEADER_BYTES) throw createBrokenUploadError();
  const head = body.toString('utf8', start, split);
  const name = parseContentDispositionParameter(head, 'name');
  if (name === null) throw createBrokenUploadError();
  const type = /^content-type:[ \t]*([\w.+/-]+)/im.exec(head)?.[1] ?? '';
  return {
    name,
    fileName: parseContentDispositionParameter(head, 'filename'),
    type,
    content: body.subarray(split + 4, end),
  };
};

const splitMultipartParts = (body: Buffer, boundary: string): Part[] => {
  const parts: Part[] = [];
  const mark = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`\r\n--${boundary}`);
  if (!body.subarray(0, mark.length).equals(mark)) throw createBrokenUploadError();
  for (let at = mark.length; ;) {
    const next = body.toString('latin1', at, at + 2);
    if (next === '--') return parts;
    if (next !== '\r\n' || parts.length >= MAX_PARTS) throw createBrokenUploadError();
    const end = body.indexOf(between, at + 2);
    if (end < 0) throw createBrokenUploadError();
    parts.push(parseMultipartPart(body, at + 2, end));
    at = end + between.length;
  }
};

/**
 * Parses a multipart form (RFC 7578) that was read completely within its limit: text fields and at
 * most one file.
 * @throws 400
 */
export const parseMultipart = (body: Buffer, boundary: string): Record<string, unknown> => {
  const fields = new Map<string, unknown>();
  let files = 0;
  for (const { name, fileName, type, content } of splitMultipartParts(body, boundary)) {
    if (fields.has(name)) throw new ServiceError(400, '同一个字段只能有一个', { fields: {} });
    if (fileName === null) {
      if (content.byteLength > MAX_TEXT_BYTES) throw createBrokenUploadError();
      fields.set(name, content.toString('utf8'));
      continue;
    }
    if (++files > 1) throw new ServiceError(400, '一次只能传一个文件', { fields: {} });
    // Browsers send this for a file input without a chosen file.
    if (fileName === '' && content.byteLength === 0) continue;
    fields.set(name, new File([new Uint8Array(content)], fileName.slice(0, 200), { type }));
  }
  return Object.fromEntries(fields);
};
