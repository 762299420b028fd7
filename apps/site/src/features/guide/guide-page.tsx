import { Link, linkOptions } from '@tanstack/react-router';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { NeighbourLinks } from '../../kit/page/neighbour-links.tsx';
import css from './guide.module.css';
import { GuideBlock } from './guide-blocks.tsx';
import type { Guide } from './load-guide.ts';
import { AskSection } from '../../kit/page/ask-section.tsx';

type GuideProps = { alias: string; guide: Guide };

const GuideBreadcrumb = ({ alias }: { alias: string }) => (
  <div className="crumb">
    <Link to="/$soft/guide" params={{ soft: alias }}>
      操作指南
    </Link>
  </div>
);

const getSectionId = (at: number): string => `part-${at + 1}`;

/** Number of figures before each section. */
const countFiguresBefore = (sections: Guide['sections'], section: number): number =>
  sections
    .slice(0, section)
    .flatMap(({ blocks }) => blocks)
    .filter(({ kind }) => kind === 'figure').length;

const GuideSections = ({ alias, guide: { sections } }: GuideProps) =>
  sections.map(({ heading, blocks }, at) => {
    const figuresBefore = countFiguresBefore(sections, at);
    const countFigures = (upTo: number): number =>
      blocks.slice(0, upTo + 1).filter(({ kind }) => kind === 'figure').length;
    return (
      <section key={heading} className={`${css.chapter} ticked short`} id={getSectionId(at)}>
        <h2>{heading}</h2>
        {blocks.map((block, place) => (
          <GuideBlock
            key={place}
            alias={alias}
            block={block}
            figureNumber={figuresBefore + countFigures(place)}
          />
        ))}
      </section>
    );
  });

const GuideSidebar = ({ alias, guide: { sections, related } }: GuideProps) => (
  <aside className={css.aside}>
    <nav aria-labelledby="parts">
      <h2 className="section-title" id="parts">
        这一页里
      </h2>
      <ul>
        {sections.map(({ heading }, at) => (
          <li key={heading}>
            <a className="link" href={`#${getSectionId(at)}`}>
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <nav aria-labelledby="related">
      <h2 className="section-title" id="related">
        接着看
      </h2>
      <ul>
        {related.map(({ name, title, summary }) => (
          <li key={name}>
            <Link className="link" to="/$soft/guide/{$name}.html" params={{ soft: alias, name }}>
              {title}
            </Link>
            <p>{keepNumbersWithUnits(summary)}</p>
          </li>
        ))}
      </ul>
    </nav>
    <AskSection alias={alias} before="带上照片和看到的话，" />
  </aside>
);

const linkToGuide = (alias: string, name: string) =>
  linkOptions({ to: '/$soft/guide/{$name}.html', params: { soft: alias, name } });

/** One guide: steps, figures, and remedies for other symptoms. */
export const GuidePage = ({ alias, guide }: GuideProps) => {
  const { previous, next } = guide;
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <GuideBreadcrumb alias={alias} />
          <h1>{guide.title}</h1>
          <p>{keepNumbersWithUnits(guide.summary)}</p>
        </div>
      </div>
      <div className={css.guide}>
        <div>
          <GuideSections alias={alias} guide={guide} />
        </div>
        <GuideSidebar alias={alias} guide={guide} />
      </div>
      <div className={css.beside}>
        <NeighbourLinks
          label="上一篇与下一篇"
          back={
            previous && {
              label: '上一篇',
              title: previous.title,
              link: linkToGuide(alias, previous.name),
            }
          }
          on={next && { label: '下一篇', title: next.title, link: linkToGuide(alias, next.name) }}
        />
      </div>
    </main>
  );
};
