import type { FontSource } from '@yunbiao/label';
import { BASE_PIECE, fontFile } from '@yunbiao/label/font-files';

/** Addresses of the font pieces, by their path in the package. */
const ADDRESSES = import.meta.glob<string>('../../../../../packages/label/fonts/*/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});
const getAddress = new Map(
  Object.entries(ADDRESSES).map(([path, url]) => [path.split('/').slice(-2).join('/'), url]),
);

/** Used when a server does not say how long a base piece is. */
const BASE_BYTES = 1_210_000;

type OnShare = (share: number) => void;

const fetchBytes = async (url: string, onShare: OnShare): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`font: HTTP ${response.status}`);
  // A compressed answer's length is not that of the bytes read: the estimate serves then.
  const told = response.headers.has('content-encoding')
    ? 0
    : Number(response.headers.get('content-length') ?? 0);
  const total = told > 0 ? told : BASE_BYTES;
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
  /** Whether anything was to be drawn, since this was last asked, with a piece that is not here. */
  wasBlank: () => boolean;
};

/**
 * The base pieces, fetched; the others are when something is drawn with them. `onArrival` is called when all that was
 * wanted has arrived: one that cannot be fetched is tried again by the next drawing.
 */
export const fetchFonts = async (onShare: OnShare, onArrival: () => void): Promise<FontStore> => {
  const files = new Map<string, Uint8Array>();
  const underway = new Set<string>();
  let isBlank = false;
  let hasNew = false;
  const fetchFile = async (file: string, share: OnShare): Promise<void> => {
    files.set(file, await fetchBytes(getAddress.get(file) ?? '', share));
  };
  const want = (file: string): void => {
    isBlank = true;
    if (underway.has(file)) return;
    underway.add(file);
    const settle = (): void => {
      underway.delete(file);
      hasNew ||= files.has(file);
      if (underway.size > 0 || !hasNew) return;
      hasNew = false;
      onArrival();
    };
    fetchFile(file, () => undefined).then(settle, settle);
  };
  const shares = [0, 0];
  await Promise.all(
    ([400, 700] as const).map((weight, index) =>
      fetchFile(fontFile(weight, BASE_PIECE), (share) => {
        shares[index] = share;
        onShare(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2);
      }),
    ),
  );
  return {
    read: (file) => files.get(file),
    want,
    wasBlank: () => {
      const was = isBlank;
      isBlank = false;
      return was;
    },
  };
};
