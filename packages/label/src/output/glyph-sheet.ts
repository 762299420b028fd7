import type { Font, Fonts } from '../font/font.ts';
import { walkContour } from '../font/outline.ts';
import { formatCoordinatePair, type Point } from './path.ts';

/**
 * Units per em of a sheet's outlines. The largest digits of a label are about 90 dots high, so a
 * unit is at most a third of a dot, and a twentieth in small text. Finer outlines would be longer
 * and look the same.
 */
export const SHEET_EM = 256;

/** Glyph outlines shared by several drawings: the page defines each outline once by id. */
export type GlyphSheet = {
  /** Id → path data, `SHEET_EM` units per em, y downwards, origin on the baseline. */
  readonly paths: ReadonlyMap<string, string>;
  /** Adds the outline to the sheet and returns its id; undefined for a glyph without ink. */
  getId: (font: Font, glyph: number) => string | undefined;
};

/** Creates an empty sheet for these fonts. Ids are the same in all sheets of the same fonts. */
export function createGlyphSheet(fonts: Fonts): GlyphSheet {
  const paths = new Map<string, string>();
  return {
    paths,
    getId(font, glyph) {
      const id = `g${font === fonts[700] ? 7 : 4}-${glyph.toString(36)}`;
      if (paths.has(id)) return id;
      const path = buildGlyphPath(font, glyph);
      if (path === '') return undefined;
      paths.set(id, path);
      return id;
    },
  };
}

/** Outline in integer units with relative coordinates; a repeated command letter is omitted. */
function buildGlyphPath(font: Font, glyph: number): string {
  let path = '';
  let last = '';
  let at: Point = { x: 0, y: 0 };
  const scale = SHEET_EM / font.unitsPerEm;
  // Adding zero converts -0 to 0.
  const scaleToSheetPoint = (x: number, y: number): Point => ({
    x: Math.round(x * scale) + 0,
    y: Math.round(-y * scale) + 0,
  });
  const formatRelativePoint = (to: Point): string => formatCoordinatePair(to.x - at.x, to.y - at.y);
  const appendPathCommand = (command: string, numbers: string): void => {
    const isMore = command === last;
    path += isMore ? `${numbers.startsWith('-') ? '' : ' '}${numbers}` : command + numbers;
    last = command;
  };
  for (const contour of font.listContours(glyph)) {
    walkContour(contour, {
      moveTo: (x, y) => {
        at = scaleToSheetPoint(x, y);
        appendPathCommand('M', formatCoordinatePair(at.x, at.y));
      },
      lineTo: (x, y) => {
        const to = scaleToSheetPoint(x, y);
        if (to.y !== at.y && to.x !== at.x) appendPathCommand('l', formatRelativePoint(to));
        else if (to.x !== at.x) appendPathCommand('h', String(to.x - at.x));
        else if (to.y !== at.y) appendPathCommand('v', String(to.y - at.y));
        at = to;
      },
      curveTo: (cx, cy, x, y) => {
        const to = scaleToSheetPoint(x, y);
        const [control, end] = [
          formatRelativePoint(scaleToSheetPoint(cx, cy)),
          formatRelativePoint(to),
        ];
        appendPathCommand('q', `${control}${end.startsWith('-') ? '' : ' '}${end}`);
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

/** Ids of the glyphs a drawing uses. */
export function listGlyphIds(svg: string): string[] {
  return [...new Set(Array.from(svg.matchAll(/href="#(g[47]-[0-9a-z]+)"/g), ([, id = '']) => id))];
}
