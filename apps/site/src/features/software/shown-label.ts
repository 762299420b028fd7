import { prepareLabelSvg } from '@yunbiao/ui/label/label-paper.tsx';
import { InPage } from '../../kit/page/in-page.ts';
import { type Drawing, type Glyphs, type SampleTemplate, describeSampleLabel } from './template.ts';

/** A static picture of a label. */
export type Picture = Pick<Drawing, 'widthDots' | 'heightDots'> & {
  /** Element id of the drawing, for reuse. */
  id: string;
  /** Markup of the drawing, with the id of its paper element. */
  paper: Pick<InPage, 'id' | 'html'>;
  title: string;
};

/** A sample template with the necessary pictures: main sample first, then further samples. */
export type ShownLabel = Pick<
  SampleTemplate,
  'id' | 'softwareAlias' | 'name' | 'category' | 'widthMm' | 'heightMm'
> & { pictures: Picture[] };

/** Keeps the first `count` pictures and the displayed fields of a template. */
export const toShownLabel = (sample: SampleTemplate, count: number): ShownLabel => {
  const { id, softwareAlias, name, category, widthMm, heightMm } = sample;
  const pictures = [sample.drawing, ...sample.moreDrawings]
    .slice(0, count)
    .map(({ svg, widthDots, heightDots }, row): Picture => {
      const id = `label-${sample.id}-${row}`;
      const paper = new InPage(`${id}-paper`, prepareLabelSvg(svg, id));
      return { id, paper, widthDots, heightDots, title: describeSampleLabel(sample, { row }) };
    });
  return { id, softwareAlias, name, category, widthMm, heightMm, pictures };
};

/** Element id of the glyph definitions, once per page. */
const GLYPHS_ID = 'glyphs';

/** Builds definitions of the glyphs that these drawings use. */
export const buildGlyphDefs = (glyphs: Glyphs, svgs: readonly string[]): InPage => {
  const usedGlyphs = new Set(
    svgs.flatMap((svg) => svg.match(/(?<=href="#)g[47]-[0-9a-z]+/g) ?? []),
  );
  const paths = Object.entries(glyphs).filter(([id]) => usedGlyphs.has(id));
  return new InPage(GLYPHS_ID, paths.map(([id, d]) => `<path id="${id}" d="${d}"/>`).join(''));
};
