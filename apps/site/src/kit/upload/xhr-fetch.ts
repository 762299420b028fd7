/** Called with the uploaded share of the body, 0–1. */
export type OnProgress = (share: number) => void;

const parseHeaders = (raw: string): Headers => {
  const headers = new Headers();
  for (const line of raw.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

const createAbortError = (): DOMException => new DOMException('aborted', 'AbortError');

/**
 * Creates a `fetch` for a POST that reports the progress of the upload, which the browser's `fetch`
 * does not.
 */
export const createXhrFetch =
  (onProgress: OnProgress) =>
  (url: string, { headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(createAbortError());
      const xhr = new XMLHttpRequest();
      const abortXhr = (): void => xhr.abort();
      const createSettleHandler = (act: () => void) => () => {
        signal?.removeEventListener('abort', abortXhr);
        act();
      };
      xhr.open('POST', url);
      new Headers(headers).forEach((value, name) => xhr.setRequestHeader(name, value));
      xhr.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
      xhr.onload = createSettleHandler(() =>
        resolve(
          new Response(xhr.responseText, {
            status: xhr.status,
            headers: parseHeaders(xhr.getAllResponseHeaders()),
          }),
        ),
      );
      xhr.onerror = createSettleHandler(() => reject(new TypeError('network failed')));
      xhr.onabort = createSettleHandler(() => reject(createAbortError()));
      signal?.addEventListener('abort', abortXhr);
      xhr.send(body instanceof FormData ? body : String(body ?? ''));
    });
