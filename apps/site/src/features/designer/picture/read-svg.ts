/**
 * Maximum size of an SVG, bytes. Larger drawings are maps, and browsers draw them on the main
 * thread.
 */
export const SVG_BYTES = 1_000_000;

/** Bytes searched for the root element: declarations and comments can precede it. */
const HEAD_BYTES = 4_096;

/** Returns true when the file starts like an SVG: text with an svg root element. */
export const isSvg = (bytes: Uint8Array): boolean => {
  const start = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart();
  return start.startsWith('<') && start.includes('<svg');
};

type Sides = { width: number; height: number };

/** Absolute CSS units in px. */
const UNITS: Record<string, number> = {
  px: 1,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  pt: 96 / 72,
  pc: 16,
};

const parsePx = (length: string | null): number | null => {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)(px|mm|cm|in|pt|pc)?$/.exec(length?.trim() ?? '');
  const value = Number(match?.[1]) * (UNITS[match?.[2] ?? 'px'] ?? 1);
  return match && value > 0 ? value : null;
};

/** Size of a drawing from its view box, or from its width and height; null when it has neither. */
export const parseSvgSize = (attribute: (name: string) => string | null): Sides | null => {
  const [, , across = NaN, down = NaN] = (attribute('viewBox') ?? '')
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (across > 0 && down > 0 && Number.isFinite(across * down))
    return { width: across, height: down };
  const [width, height] = [parsePx(attribute('width')), parsePx(attribute('height'))];
  return width !== null && height !== null ? { width, height } : null;
};

/**
 * Removed elements: embedded documents, and elements that could run or fetch something. Drawing as
 * an image blocks that, too.
 */
const REMOVED_ELEMENTS = 'script, foreignObject, iframe, embed, object, audio, video, animate, set';

const isUnsafeSvgAttribute = (name: string, value: string): boolean =>
  name.startsWith('on') ||
  (/^(?:xlink:)?href$/.test(name) &&
    !value.trim().startsWith('#') &&
    !/^data:image\/(?:png|jpeg|gif|webp)[;,]/.test(value.trim()));

/** Keeps only the drawing's own shapes. As an image the browser runs and fetches nothing anyway. */
const sanitizeSvg = (root: Element): void => {
  for (const foreignElement of root.querySelectorAll(REMOVED_ELEMENTS)) foreignElement.remove();
  for (const svgElement of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of Array.from(svgElement.attributes))
      if (isUnsafeSvgAttribute(name.toLowerCase(), value)) svgElement.removeAttribute(name);
};

export type Drawing = Sides & { image: HTMLImageElement; close: () => void };

/**
 * Renders an SVG as an image with this length of the longer side, px. Returns null when it is
 * invalid or has no size.
 */
export const renderSvgImage = async (file: Blob, longerPx: number): Promise<Drawing | null> => {
  const { documentElement } = new DOMParser().parseFromString(await file.text(), 'image/svg+xml');
  if (documentElement.localName !== 'svg' || documentElement.querySelector('parsererror'))
    return null;
  const sides = parseSvgSize((name) => documentElement.getAttribute(name));
  if (!sides) return null;
  sanitizeSvg(documentElement);
  const scale = longerPx / Math.max(sides.width, sides.height);
  const width = Math.max(1, Math.round(sides.width * scale));
  const height = Math.max(1, Math.round(sides.height * scale));
  if (!documentElement.hasAttribute('viewBox'))
    documentElement.setAttribute('viewBox', `0 0 ${sides.width} ${sides.height}`);
  documentElement.setAttribute('width', String(width));
  documentElement.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(documentElement);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(address);
    return null;
  }
  return { image, width, height, close: () => URL.revokeObjectURL(address) };
};
