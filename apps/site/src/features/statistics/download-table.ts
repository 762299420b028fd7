import type { CallInput, PageCall } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import { fail, type Envelope, type FailEnvelope } from '@yunbiao/contract/envelope';
import type { SiteContext } from '../../kit/site/context.ts';
import { saveFile } from '../../kit/page/save-file.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';

/** Fixed in docs/promises.md. */
export const TABLE_FILE_NAME = 'table-export.xlsx';

const FAILED = '导出没有成功，请检查网络后再试';

type TableDownload<N extends PageCall> = {
  name: N;
  input: CallInput<N>;
  /** Name of the saved file. */
  fileName?: string;
  signal: AbortSignal;
  /** Told how many bytes have come; the total is not known ahead. */
  onBytes?: (bytes: number) => void;
};

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

const readBytes = async (response: Response, onBytes?: (bytes: number) => void): Promise<Blob> => {
  const type = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  if (!reader) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type });
    parts.push(value);
    bytes += value.byteLength;
    onBytes?.(bytes);
  }
};

/** The bytes of a table call, or the failure the server sent in their place. Rejects only when aborted. */
export const fetchTable = async <N extends PageCall>(
  api: Pick<Client, 'raw'>,
  { name, input, signal, onBytes }: Omit<TableDownload<N>, 'fileName'>,
): Promise<Blob | FailEnvelope> => {
  try {
    const response = await api.raw(name, input, { signal });
    const isTable =
      response.ok && !(response.headers.get('content-type') ?? '').startsWith('application/json');
    return isTable ? await readBytes(response, onBytes) : await readFailure(response);
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(500, FAILED);
  }
};

/**
 * Fetches a table with the auth headers and saves it; a failure is an error toast with the server's words.
 * Resolves to whether a file was saved; an abort is a plain false.
 */
export const downloadTable = async <N extends PageCall>(
  site: SiteContext,
  alias: string,
  { fileName = TABLE_FILE_NAME, ...request }: TableDownload<N>,
): Promise<boolean> => {
  const { token } = site.stores.session.get();
  try {
    const result = await fetchTable(site.api(alias), request);
    if (result instanceof Blob) {
      saveFile(result, fileName);
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
