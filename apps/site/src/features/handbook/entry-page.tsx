import { Link, linkOptions } from '@tanstack/react-router';
import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { ReactNode } from 'react';
import { NeighbourLinks } from '../../kit/page/neighbour-links.tsx';
import css from './entry.module.css';
import type { Entry } from './load-handbook.ts';
import { SizeTable } from './size-table.tsx';
import { AskSection } from '../../kit/page/ask-section.tsx';

type EntryProps = { alias: string; entry: Entry };

const EntryBreadcrumb = ({ alias }: { alias: string }) => (
  <div className="crumb">
    <Link to="/$soft/tools" params={{ soft: alias }}>
      工具
    </Link>
    <span>/</span>
    <Link to="/$soft/tools/codes" params={{ soft: alias }}>
      条码与元素手册
    </Link>
  </div>
);

/** Margin of the bench around the label, mm. */
const MARGIN_MM = 4;
const PX_PER_MM = 8;
/** Length of the numbered ruler on wide pages, mm. */
const RULER_MM = 100;

const EntryPicture = ({ entry: { picture, kind } }: { entry: Entry }) => {
  const { widthMm, heightMm } = picture;
  return (
    <figure className={css.figure}>
      <div className="plate">
        <Bench
          pxPerMm={PX_PER_MM}
          fitWidthMm={widthMm + 2 * MARGIN_MM}
          origin={{ xMm: MARGIN_MM, yMm: MARGIN_MM }}
          widthMm={RULER_MM}
          heightMm={heightMm}
          highlight={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
        >
          <div className="placed" style={toCssVars({ x: 0, y: 0, w: widthMm, h: heightMm })}>
            <LabelPicture
              src={picture.url}
              alt={picture.alt}
              widthDots={picture.widthDots}
              heightDots={picture.heightDots}
              widthMm={widthMm}
              isFirst
            />
          </div>
        </Bench>
      </div>
      <figcaption>
        <b>
          {widthMm} × {heightMm}&nbsp;mm
        </b>
        {keepNumbersWithUnits(
          kind === 'element'
            ? '203 dpi 打印头的点。按 100 % 打印这一页，就是实际大小。'
            : '203 dpi 打印头的点，用扫描枪就能扫。按 100 % 打印这一页，就是实际大小。',
        )}
      </figcaption>
    </figure>
  );
};

const EntrySection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`${css.chapter} ticked short`}>
    <h2>{title}</h2>
    {children}
  </section>
);

const FactList = ({ facts }: Pick<Entry, 'facts'>) => (
  <dl className={css.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{keepNumbersWithUnits(value)}</dd>
      </div>
    ))}
  </dl>
);

const MistakeList = ({ mistakes }: Pick<Entry, 'mistakes'>) => (
  <dl className={css.mistakes}>
    {mistakes.map(({ seen, mend }) => (
      <div key={seen}>
        <dt>{keepNumbersWithUnits(seen)}</dt>
        <dd>{keepNumbersWithUnits(mend)}</dd>
      </div>
    ))}
  </dl>
);

const EntrySidebar = ({ alias, entry: { also, similar } }: EntryProps) => (
  <aside className={css.aside}>
    {similar.length > 0 && (
      <nav aria-labelledby="similar">
        <h2 className="section-title" id="similar">
          拿不准，再看看
        </h2>
        <ul>
          {similar.map(({ name, title, use }) => (
            <li key={name}>
              <Link
                className="link"
                to="/$soft/tools/codes/{$name}.html"
                params={{ soft: alias, name }}
              >
                {title}
              </Link>
              <p>{keepNumbersWithUnits(use)}</p>
            </li>
          ))}
        </ul>
      </nav>
    )}
    <section>
      <h2 className="section-title">也叫</h2>
      <p>{also.join('、')}</p>
    </section>
    <AskSection alias={alias} before="带上标签的照片和内容，" />
  </aside>
);

const linkToEntry = (alias: string, name: string) =>
  linkOptions({ to: '/$soft/tools/codes/{$name}.html', params: { soft: alias, name } });

/** Page of one code or element: purpose, content and minimum sizes. */
export const EntryPage = ({ alias, entry }: EntryProps) => {
  const { previous, next } = entry;
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <EntryBreadcrumb alias={alias} />
          <h1>{entry.title}</h1>
          <p>{keepNumbersWithUnits(entry.use)}</p>
        </div>
      </div>
      <div className={css.entry}>
        <div>
          <EntryPicture entry={entry} />
          {entry.about.map((text) => (
            <p className={css.about} key={text}>
              {keepNumbersWithUnits(text)}
            </p>
          ))}
          {entry.sizes.length > 0 && (
            <EntrySection title="最小能打印多小">
              <SizeTable sizes={entry.sizes} kind={entry.kind} />
            </EntrySection>
          )}
          <EntrySection title={entry.kind === 'element' ? '能做什么' : '放什么，要什么'}>
            <FactList facts={entry.facts} />
          </EntrySection>
          <EntrySection title="常见错误">
            <MistakeList mistakes={entry.mistakes} />
          </EntrySection>
        </div>
        <EntrySidebar alias={alias} entry={entry} />
      </div>
      <div className={css.beside}>
        <NeighbourLinks
          label="前一种与后一种"
          back={
            previous && {
              label: '前一种',
              title: previous.title,
              link: linkToEntry(alias, previous.name),
            }
          }
          on={next && { label: '后一种', title: next.title, link: linkToEntry(alias, next.name) }}
        />
      </div>
    </main>
  );
};
