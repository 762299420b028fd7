/** Larger drawings are maps: a browser draws them on the page's own thread. */
export const SVG_BYTES = 1_000_000;

/** Bytes looked at for the root of a drawing: declarations and remarks come before it. */
const LOOK_BYTES = 4_096;

/** Whether a file begins as an SVG does: as a text with its root in it. */
export const isSvg = (bytes: Uint8Array): boolean => {
  const start = new TextDecoder().decode(bytes.subarray(0, LOOK_BYTES)).trimStart();
  return start.startsWith('<') && start.includes('<svg');
};

type Sides = { width: number; height: number };

/** Absolute units of CSS in px. */
const UNITS: Record<string, number> = {
  px: 1,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  pt: 96 / 72,
  pc: 16,
};

const px = (length: string | null): number | null => {
  const found = /^(\d{1,9}(?:\.\d{1,9})?)(px|mm|cm|in|pt|pc)?$/.exec(length?.trim() ?? '');
  const value = Number(found?.[1]) * (UNITS[found?.[2] ?? 'px'] ?? 1);
  return found && value > 0 ? value : null;
};

/** How wide and high a drawing is, from its view box or its own sides; null when it does not say. */
export const listSides = (attribute: (name: string) => string | null): Sides | null => {
  const [, , across = NaN, down = NaN] = (attribute('viewBox') ?? '')
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (across > 0 && down > 0 && Number.isFinite(across * down))
    return { width: across, height: down };
  const [width, height] = [px(attribute('width')), px(attribute('height'))];
  return width !== null && height !== null ? { width, height } : null;
};

/** What is not drawn: other documents, and what would run or fetch where an image is not the only guard. */
const FOREIGN = 'script, foreignObject, iframe, embed, object, audio, video, animate, set';

const isOutside = (name: string, value: string): boolean =>
  name.startsWith('on') ||
  (/^(?:xlink:)?href$/.test(name) &&
    !value.trim().startsWith('#') &&
    !/^data:image\/(?:png|jpeg|gif|webp)[;,]/.test(value.trim()));

/** The drawing's own shapes only. As an image a browser runs and fetches nothing of it anyway. */
const cleaned = (root: Element): void => {
  for (const one of root.querySelectorAll(FOREIGN)) one.remove();
  for (const one of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of Array.from(one.attributes))
      if (isOutside(name.toLowerCase(), value)) one.removeAttribute(name);
};

export type Drawing = Sides & { image: HTMLImageElement; close: () => void };

/** An SVG as an image of that many pixels along its longer side; null when it is none, or does not say how large it is. */
export const readSvg = async (file: Blob, longerPx: number): Promise<Drawing | null> => {
  const { documentElement: root } = new DOMParser().parseFromString(
    await file.text(),
    'image/svg+xml',
  );
  if (root.localName !== 'svg' || root.querySelector('parsererror')) return null;
  const sides = listSides((name) => root.getAttribute(name));
  if (!sides) return null;
  cleaned(root);
  const scale = longerPx / Math.max(sides.width, sides.height);
  const width = Math.max(1, Math.round(sides.width * scale));
  const height = Math.max(1, Math.round(sides.height * scale));
  if (!root.hasAttribute('viewBox'))
    root.setAttribute('viewBox', `0 0 ${sides.width} ${sides.height}`);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(root);
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
