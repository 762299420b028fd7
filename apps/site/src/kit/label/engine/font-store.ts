import type { FontSource } from '@yunbiao/label';
import { BASE_PIECE, getFontFileName } from '@yunbiao/label/font-files';

/** URLs of the font pieces, by their path in the package. */
const ADDRESSES = import.meta.glob<string>('../../../../../../packages/label/fonts/*/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});
const getAddress = new Map(
  Object.entries(ADDRESSES).map(([path, url]) => [path.split('/').slice(-2).join('/'), url]),
);

/** Estimated size of a base piece, in bytes, when the server sends no length. */
const BASE_BYTES = 1_210_000;

type OnProgress = (share: number) => void;

const fetchBytes = async (url: string, onShare: OnProgress): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`font: HTTP ${response.status}`);
  // The length of a compressed response differs from the number of bytes read; use the estimate.
  const contentLength = response.headers.has('content-encoding')
    ? 0
    : Number(response.headers.get('content-length') ?? 0);
  const total = contentLength > 0 ? contentLength : BASE_BYTES;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    onShare(Math.min(1, bytes / total));
  }
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
};

export type FontStore = FontSource & {
  /** Returns whether a draw since the last call needed a font piece that is not loaded. */
  consumeMissingGlyphs: () => boolean;
};

/**
 * Loads the base pieces. Other pieces load when a draw needs them. Calls `onArrival` when all
 * requested pieces have loaded. The next draw retries a piece that failed.
 */
export const fetchFonts = async (
  onShare: OnProgress,
  onArrival: () => void,
): Promise<FontStore> => {
  const files = new Map<string, Uint8Array>();
  const underway = new Set<string>();
  let isBlank = false;
  let hasNew = false;
  const fetchFile = async (file: string, share: OnProgress): Promise<void> => {
    files.set(file, await fetchBytes(getAddress.get(file) ?? '', share));
  };
  const requestFontFile = (file: string): void => {
    isBlank = true;
    if (underway.has(file)) return;
    underway.add(file);
    const finishFontFile = (): void => {
      underway.delete(file);
      hasNew ||= files.has(file);
      if (underway.size > 0 || !hasNew) return;
      hasNew = false;
      onArrival();
    };
    fetchFile(file, () => undefined).then(finishFontFile, finishFontFile);
  };
  const shares = [0, 0];
  await Promise.all(
    ([400, 700] as const).map((weight, index) =>
      fetchFile(getFontFileName(weight, BASE_PIECE), (share) => {
        shares[index] = share;
        onShare(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2);
      }),
    ),
  );
  return {
    read: (file) => files.get(file),
    request: requestFontFile,
    consumeMissingGlyphs: () => {
      const wasBlank = isBlank;
      isBlank = false;
      return wasBlank;
    },
  };
};
