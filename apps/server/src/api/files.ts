import {
  type Context,
  incrementDownloadCount,
  type DownloadContent,
  getOfferedFile,
  ServiceError,
} from '@yunbiao/services';
import { isClientDisconnect } from './envelope-reply.ts';

type Range = { start: number; end: number };

const toAsciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** Formats both forms of the file name: ASCII for old clients, RFC 5987 for others. */
export const formatAttachmentDisposition = (name: string): string =>
  `attachment; filename="${toAsciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * Parses a single byte range, clamped to the file size (RFC 9110 §14.2). Returns `all` without a
 * header and for other units, several ranges or invalid text. Returns `none` if the range is
 * outside the file.
 */
export const parseRange = (header: string | null, size: number): Range | 'all' | 'none' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

const formatEtag = (file: DownloadContent): string => `"${file.sha256}"`;

/** A resumed download must be of the same version of the file, otherwise it starts over. */
const canResumeDownload = (request: Request, file: DownloadContent): boolean => {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  return (
    condition === formatEtag(file) ||
    Date.parse(condition) === Math.floor(file.releasedAt / 1_000) * 1_000
  );
};

const buildDownloadHeaders = (file: DownloadContent): Record<string, string> => ({
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': formatAttachmentDisposition(file.fileName),
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
  ETag: formatEtag(file),
  'Last-Modified': new Date(file.releasedAt).toUTCString(),
  'Cache-Control': 'no-cache',
});

const createUncachedTextReply = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const matchesEtag = (request: Request, file: DownloadContent): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === formatEtag(file));

const createFileReply = async (
  ctx: Context,
  request: Request,
  file: DownloadContent,
  isNewDownload: FileRequest['isNewDownload'],
): Promise<Response> => {
  const headers = buildDownloadHeaders(file);
  if (matchesEtag(request, file)) return new Response(null, { status: 304, headers });
  const requestedRange = canResumeDownload(request, file)
    ? parseRange(request.headers.get('range'), file.size)
    : 'all';
  if (requestedRange === 'none') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
    });
  }
  const range = requestedRange === 'all' ? { start: 0, end: file.size - 1 } : requestedRange;
  headers['Content-Length'] = String(range.end - range.start + 1);
  if (requestedRange !== 'all')
    headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`;
  const status = requestedRange === 'all' ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { stream } = await ctx.files.open(file.fileKey, range);
  // A resumed download starts at another offset, and a probe (bytes=0-0) is no download.
  const isDownloadStart = range.start === 0 && (range.end > 0 || file.size === 1);
  if (isDownloadStart && isNewDownload(file.id)) await incrementDownloadCount({ ctx, id: file.id });
  return new Response(stream, { status, headers });
};

type FileRequest = {
  ctx: Context;
  request: Request;
  id: string;
  fileName: string;
  /** Returns whether a download that starts now counts as a new one. */
  isNewDownload: (id: number) => boolean;
};

/** Serves an offered file: all bytes, a range, or headers only. */
export const serveFile = async ({
  ctx,
  request,
  id,
  fileName,
  isNewDownload,
}: FileRequest): Promise<Response> => {
  if (!/^[1-9]\d{0,15}$/.test(id)) return createUncachedTextReply(404, '404 没有这个文件');
  try {
    return await createFileReply(
      ctx,
      request,
      await getOfferedFile({ ctx, id: Number(id), fileName }),
      isNewDownload,
    );
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404)
      return createUncachedTextReply(404, '404 没有这个文件');
    if (!isClientDisconnect(error, request.signal)) ctx.log.error('file failed', { id, error });
    return createUncachedTextReply(500, '500 服务器出错了，请稍后重试');
  }
};
