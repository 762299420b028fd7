import {
  type Context,
  countDownload,
  type OfferedFile,
  offeredFile,
  ServiceError,
} from '@yunbiao/services';
import { isHangUp } from './envelope-reply.ts';

type Range = { start: number; end: number };

const quoted = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** Both forms of the name: plain for old clients, RFC 5987 for the rest. */
export const attachment = (name: string): string =>
  `attachment; filename="${quoted(name)}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * The one range asked for, cut to the file (RFC 9110 §14.2). `all` when there is none we serve: no header, another
 * unit, several ranges, or text that is no range; `none` when it lies outside the file.
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

const getEtag = (file: OfferedFile): string => `"${file.sha256}"`;

/** A resumed download must be of the same bytes, else it starts over. */
const mayResume = (request: Request, file: OfferedFile): boolean => {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  return (
    condition === getEtag(file) ||
    Date.parse(condition) === Math.floor(file.releasedAt / 1_000) * 1_000
  );
};

const baseHeaders = (file: OfferedFile): Record<string, string> => ({
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': attachment(file.fileName),
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
  ETag: getEtag(file),
  'Last-Modified': new Date(file.releasedAt).toUTCString(),
  'Cache-Control': 'no-cache',
});

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const isSame = (request: Request, file: OfferedFile): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === getEtag(file));

const send = async (
  ctx: Context,
  request: Request,
  file: OfferedFile,
  isCounted: Asked['isCounted'],
): Promise<Response> => {
  const headers = baseHeaders(file);
  if (isSame(request, file)) return new Response(null, { status: 304, headers });
  const asked = mayResume(request, file)
    ? parseRange(request.headers.get('range'), file.size)
    : 'all';
  if (asked === 'none') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
    });
  }
  const range = asked === 'all' ? { start: 0, end: file.size - 1 } : asked;
  headers['Content-Length'] = String(range.end - range.start + 1);
  if (asked !== 'all') headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`;
  const status = asked === 'all' ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { stream } = await ctx.files.open(file.fileKey, range);
  // A resumed download begins elsewhere, and one that only looks (bytes=0-0) is none.
  const isBegun = range.start === 0 && (range.end > 0 || file.size === 1);
  if (isBegun && isCounted(file.id)) await countDownload({ ctx, id: file.id });
  return new Response(stream, { status, headers });
};

type Asked = {
  ctx: Context;
  request: Request;
  id: string;
  fileName: string;
  /** Whether a download of the file that begins now is one more. */
  isCounted: (id: number) => boolean;
};

/** The bytes of an offered file: whole, in part, or only its headers. */
export const serveFile = async ({
  ctx,
  request,
  id,
  fileName,
  isCounted,
}: Asked): Promise<Response> => {
  if (!/^[1-9]\d{0,15}$/.test(id)) return plain(404, '404 没有这个文件');
  try {
    return await send(
      ctx,
      request,
      await offeredFile({ ctx, id: Number(id), fileName }),
      isCounted,
    );
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404) return plain(404, '404 没有这个文件');
    if (!isHangUp(error, request.signal)) ctx.log.error('file failed', { id, error });
    return plain(500, '500 服务器出错了，请稍后再试');
  }
};
