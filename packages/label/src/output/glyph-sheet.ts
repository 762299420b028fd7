import type { Font, Fonts } from '../font/font.ts';
import { walkContour } from '../font/outline.ts';
import { pair, type Point } from './path.ts';

/**
 * Units of a sheet's outlines an em. A label's largest figures are about 90 dots high, so that a unit is a third of a dot
 * at most, and a twentieth in small text; finer outlines would be longer and look the same.
 */
export const SHEET_EM = 256;

/** Outlines that drawings share: a page defines each once, under its id, and the drawings use it. */
export type GlyphSheet = {
  /** Id → path data, `SHEET_EM` units an em, y downwards, the origin on the baseline. */
  readonly paths: ReadonlyMap<string, string>;
  /** The id to use, the outline being added to the sheet; undefined for a glyph without ink. */
  getId: (font: Font, glyph: number) => string | undefined;
};

/** An empty sheet for drawings in these fonts. Ids are the same in every sheet of the same fonts. */
export function createGlyphSheet(fonts: Fonts): GlyphSheet {
  const paths = new Map<string, string>();
  return {
    paths,
    getId(font, glyph) {
      const id = `g${font === fonts[700] ? 7 : 4}-${glyph.toString(36)}`;
      if (paths.has(id)) return id;
      const path = glyphPath(font, glyph);
      if (path === '') return undefined;
      paths.set(id, path);
      return id;
    },
  };
}

/** Outlines in whole units, each point told from the one before; a command is written once for all that follow it. */
function glyphPath(font: Font, glyph: number): string {
  let path = '';
  let last = '';
  let at: Point = { x: 0, y: 0 };
  const scale = SHEET_EM / font.unitsPerEm;
  // Adding zero turns -0 into 0.
  const point = (x: number, y: number): Point => ({
    x: Math.round(x * scale) + 0,
    y: Math.round(-y * scale) + 0,
  });
  const from = (to: Point): string => pair(to.x - at.x, to.y - at.y);
  const put = (command: string, numbers: string): void => {
    const isMore = command === last;
    path += isMore ? `${numbers.startsWith('-') ? '' : ' '}${numbers}` : command + numbers;
    last = command;
  };
  for (const contour of font.listContours(glyph)) {
    walkContour(contour, {
      moveTo: (x, y) => {
        at = point(x, y);
        put('M', pair(at.x, at.y));
      },
      lineTo: (x, y) => {
        const to = point(x, y);
        if (to.y !== at.y && to.x !== at.x) put('l', from(to));
        else if (to.x !== at.x) put('h', String(to.x - at.x));
        else if (to.y !== at.y) put('v', String(to.y - at.y));
        at = to;
      },
      curveTo: (cx, cy, x, y) => {
        const to = point(x, y);
        const [control, end] = [from(point(cx, cy)), from(to)];
        put('q', `${control}${end.startsWith('-') ? '' : ' '}${end}`);
        at = to;
      },
      close: () => {
        path += 'z';
        last = 'z';
      },
    });
  }
  return path;
}

/** The ids a drawing uses. */
export function glyphIdsIn(svg: string): string[] {
  return [...new Set(Array.from(svg.matchAll(/href="#(g[47]-[0-9a-z]+)"/g), ([, id = '']) => id))];
}
