import type { CallInput, PageCall } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import {
  createFailEnvelope,
  type Envelope,
  type FailEnvelope,
} from '@yunbiao/contract/core/envelope';
import type { SiteContext } from '../site/context.ts';
import { saveFile } from './save-file.ts';
import { showFailure } from './show-failure.ts';

const FAILED = '导出没有成功，请检查网络后重试';

export type FileDownload<N extends PageCall> = {
  name: N;
  input: CallInput<N>;
  /** Name of the saved file; by default the name from the server. */
  fileName?: string;
  signal: AbortSignal;
  /** Called with the number of received bytes. The total is unknown. */
  onBytes?: (bytes: number) => void;
};

type Fetched = { blob: Blob; fileName: string };

const isFailEnvelope = (value: unknown): value is FailEnvelope =>
  typeof value === 'object' && value !== null && 'state' in value && value.state === 'fail';

const readFailEnvelope = async (response: Response): Promise<FailEnvelope> => {
  try {
    const body: unknown = await response.json();
    return isFailEnvelope(body) ? body : createFailEnvelope(500, FAILED);
  } catch {
    return createFailEnvelope(500, FAILED);
  }
};

/** Parses the file name from the response; null when the response is not a file. */
const parseFileName = (response: Response): string | null =>
  /^attachment; filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
  null;

/**
 * Reads a response as a blob and reports the bytes read. The browser stores large files on disk.
 */
const readBlobWithProgress = (
  response: Response,
  onBytes?: (bytes: number) => void,
): Promise<Blob> => {
  if (!response.body) return response.blob();
  let bytes = 0;
  const countingStream = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.byteLength;
      onBytes?.(bytes);
      controller.enqueue(piece);
    },
  });
  const headers = { 'Content-Type': response.headers.get('content-type') ?? '' };
  return new Response(response.body.pipeThrough(countingStream), { headers }).blob();
};

/** Fetches a file, or returns the failure of the server. Rejects only when aborted. */
export const fetchFile = async <N extends PageCall>(
  api: Pick<Client, 'fetchRaw'>,
  { name, input, signal, onBytes }: Omit<FileDownload<N>, 'fileName'>,
): Promise<Fetched | FailEnvelope> => {
  try {
    const response = await api.fetchRaw(name, input, { signal });
    const fileName = parseFileName(response);
    if (!response.ok || fileName === null) return await readFailEnvelope(response);
    return { blob: await readBlobWithProgress(response, onBytes), fileName };
  } catch (error) {
    if (signal.aborted) throw error;
    return createFailEnvelope(500, FAILED);
  }
};

/**
 * Downloads a file with the auth headers and saves it. Shows a failure as an error toast. Resolves
 * to whether a file was saved; an abort resolves to false.
 */
export const downloadFile = async <N extends PageCall>(
  site: SiteContext,
  alias: string,
  { fileName, ...request }: FileDownload<N>,
): Promise<boolean> => {
  const { token } = site.stores.session.get();
  try {
    const result = await fetchFile(site.createApi(alias), request);
    if ('blob' in result) {
      saveFile(result.blob, fileName ?? result.fileName);
      return true;
    }
    const reply: Envelope<unknown> = result;
    site.session.onReply(request.name, reply, token);
    showFailure(result);
    return false;
  } catch {
    return false;
  }
};
