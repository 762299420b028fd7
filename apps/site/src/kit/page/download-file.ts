import type { CallInput, PageCall } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import { fail, type Envelope, type FailEnvelope } from '@yunbiao/contract/envelope';
import type { SiteContext } from '../site/context.ts';
import { saveFile } from './save-file.ts';
import { sayFailure } from './say-failure.ts';

const FAILED = '导出没有成功，请检查网络后再试';

export type FileDownload<N extends PageCall> = {
  name: N;
  input: CallInput<N>;
  /** Name of the saved file; left out: as the server calls it. */
  fileName?: string;
  signal: AbortSignal;
  /** Told how many bytes have come; the total is not known ahead. */
  onBytes?: (bytes: number) => void;
};

type Fetched = { blob: Blob; fileName: string };

const isFail = (value: unknown): value is FailEnvelope =>
  typeof value === 'object' && value !== null && 'state' in value && value.state === 'fail';

const readFailure = async (response: Response): Promise<FailEnvelope> => {
  try {
    const body: unknown = await response.json();
    return isFail(body) ? body : fail(500, FAILED);
  } catch {
    return fail(500, FAILED);
  }
};

/** What the server calls the file; null for a reply that is none. */
const nameIn = (response: Response): string | null =>
  /^attachment; filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
  null;

/** The browser collects the bytes, on disk where they are many. */
const readBytes = (response: Response, onBytes?: (bytes: number) => void): Promise<Blob> => {
  if (!response.body) return response.blob();
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.byteLength;
      onBytes?.(bytes);
      controller.enqueue(piece);
    },
  });
  const headers = { 'Content-Type': response.headers.get('content-type') ?? '' };
  return new Response(response.body.pipeThrough(counted), { headers }).blob();
};

/** The bytes of a call that answers with a file, or the failure the server sent in their place. Rejects only when aborted. */
export const fetchFile = async <N extends PageCall>(
  api: Pick<Client, 'raw'>,
  { name, input, signal, onBytes }: Omit<FileDownload<N>, 'fileName'>,
): Promise<Fetched | FailEnvelope> => {
  try {
    const response = await api.raw(name, input, { signal });
    const fileName = nameIn(response);
    if (!response.ok || fileName === null) return await readFailure(response);
    return { blob: await readBytes(response, onBytes), fileName };
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(500, FAILED);
  }
};

/**
 * Fetches a file with the auth headers and saves it; a failure is an error toast with the server's words.
 * Resolves to whether a file was saved; an abort is a plain false.
 */
export const downloadFile = async <N extends PageCall>(
  site: SiteContext,
  alias: string,
  { fileName, ...request }: FileDownload<N>,
): Promise<boolean> => {
  const { token } = site.stores.session.get();
  try {
    const result = await fetchFile(site.api(alias), request);
    if ('blob' in result) {
      saveFile(result.blob, fileName ?? result.fileName);
      return true;
    }
    const reply: Envelope<unknown> = result;
    site.session.onReply(request.name, reply, token);
    sayFailure(result);
    return false;
  } catch {
    return false;
  }
};
