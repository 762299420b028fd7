import type { Images, TemplateElement, Template } from '@yunbiao/label';
import type { ElementBox, TextElement } from '@yunbiao/label/template';

/** Left, top, width and height, mm. */
type Box = readonly [number, number, number, number];

export const createBox = (id: string, [xMm, yMm, widthMm, heightMm]: Box): ElementBox => ({
  id,
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0,
});

/** Text element with the defaults of most samples. */
export const createText = (
  content: string,
  place: Box,
  options: Partial<TextElement> = {},
): TextElement => ({
  type: 'text',
  ...createBox(content, place),
  content,
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
  ...options,
});

export const createElementLabelTemplate = (
  widthMm: number,
  heightMm: number,
  elements: readonly TemplateElement[],
  fields: Template['fields'] = [],
): Template => ({ version: 1, widthMm, heightMm, fields, elements: [...elements] });

/** Side length of the shaded ball, pixels. */
const BALL_PIXELS = 240;

const shadeBall = (): Uint8Array => {
  const gray = new Uint8Array(BALL_PIXELS * BALL_PIXELS).fill(255);
  const radius = BALL_PIXELS / 2;
  for (let y = 0; y < BALL_PIXELS; y += 1) {
    for (let x = 0; x < BALL_PIXELS; x += 1) {
      const [across, down] = [(x + 0.5 - radius) / radius, (y + 0.5 - radius) / radius];
      const out = across * across + down * down;
      if (out > 1) continue;
      const towards = Math.sqrt(1 - out);
      // Light from the upper left plus ambient light.
      const light = Math.max(0, towards * 0.64 - across * 0.48 - down * 0.6);
      gray[y * BALL_PIXELS + x] = Math.round(255 * Math.min(1, 0.12 + light));
    }
  }
  return gray;
};

/**
 * A shaded ball with all shades of grey, to show how greys are printed. Shaded when it is first
 * drawn, not while the program starts.
 */
export const createBallImage = (): Images => {
  let gray: Uint8Array | undefined;
  return {
    get: () => ({ width: BALL_PIXELS, height: BALL_PIXELS, gray: (gray ??= shadeBall()) }),
  };
};
