/** Told how much of the body has left, 0–1. */
export type OnProgress = (share: number) => void;

const getHeaders = (raw: string): Headers => {
  const headers = new Headers();
  for (const line of raw.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

const aborted = (): DOMException => new DOMException('aborted', 'AbortError');

/** `fetch` for one POST that tells how far its body is: fetch itself says nothing before the reply. */
export const xhrFetch =
  (onProgress: OnProgress) =>
  (url: string, { headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const xhr = new XMLHttpRequest();
      const stop = (): void => xhr.abort();
      const settle = (act: () => void) => () => {
        signal?.removeEventListener('abort', stop);
        act();
      };
      xhr.open('POST', url);
      new Headers(headers).forEach((value, name) => xhr.setRequestHeader(name, value));
      xhr.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
      xhr.onload = settle(() =>
        resolve(
          new Response(xhr.responseText, {
            status: xhr.status,
            headers: getHeaders(xhr.getAllResponseHeaders()),
          }),
        ),
      );
      xhr.onerror = settle(() => reject(new TypeError('network failed')));
      xhr.onabort = settle(() => reject(aborted()));
      signal?.addEventListener('abort', stop);
      xhr.send(body instanceof FormData ? body : String(body ?? ''));
    });
