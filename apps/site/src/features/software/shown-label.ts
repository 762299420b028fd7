import { labelMarkup } from '@yunbiao/ui/label-paper.tsx';
import { InPage } from '../../kit/page/in-page.ts';
import { type Drawing, type Glyphs, type SampleTemplate, getTitle } from './template.ts';

/** A label as a page shows it without changing it. */
export type Picture = Pick<Drawing, 'widthDots' | 'heightDots'> & {
  /** Of the drawing on the page, to show it again elsewhere. */
  id: string;
  /** The drawing, as it stands in the paper with this other id. */
  paper: Pick<InPage, 'id' | 'html'>;
  title: string;
};

/** A sample template with the pictures a page needs of it: its sample first, then its further samples. */
export type ShownLabel = Pick<
  SampleTemplate,
  'id' | 'softwareAlias' | 'name' | 'category' | 'widthMm' | 'heightMm'
> & { pictures: Picture[] };

/** The first `count` pictures of a template, and nothing a page would carry without showing it. */
export const shownLabel = (sample: SampleTemplate, count: number): ShownLabel => {
  const { id, softwareAlias, name, category, widthMm, heightMm } = sample;
  const pictures = [sample.drawing, ...sample.moreDrawings]
    .slice(0, count)
    .map(({ svg, widthDots, heightDots }, row): Picture => {
      const id = `label-${sample.id}-${row}`;
      const paper = new InPage(`${id}-paper`, labelMarkup(svg, id));
      return { id, paper, widthDots, heightDots, title: getTitle(sample, { row }) };
    });
  return { id, softwareAlias, name, category, widthMm, heightMm, pictures };
};

/** Of a page's outlines: there is one place for them. */
const GLYPHS_ID = 'glyphs';

/** Of the outlines, those these drawings use, as the page defines them. */
export const glyphDefs = (glyphs: Glyphs, svgs: readonly string[]): InPage => {
  const used = new Set(svgs.flatMap((svg) => svg.match(/(?<=href="#)g[47]-[0-9a-z]+/g) ?? []));
  const paths = Object.entries(glyphs).filter(([id]) => used.has(id));
  return new InPage(GLYPHS_ID, paths.map(([id, d]) => `<path id="${id}" d="${d}"/>`).join(''));
};
