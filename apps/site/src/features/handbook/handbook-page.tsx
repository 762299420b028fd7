import { Link } from '@tanstack/react-router';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { Fragment, type ReactNode } from 'react';
import css from './handbook.module.css';
import type { HandbookData, Row } from './load-handbook.ts';
import { formatCodeSize } from './size-text.ts';

const EntryLink = ({ alias, entry }: { alias: string; entry: Pick<Row, 'name' | 'title'> }) => (
  <Link
    className="link"
    to="/$soft/tools/codes/{$name}.html"
    params={{ soft: alias, name: entry.name }}
  >
    {entry.title}
  </Link>
);

const HandbookChoices = ({
  alias,
  choices,
}: {
  alias: string;
  choices: HandbookData['choices'];
}) => (
  <table className={css.choices}>
    <thead>
      <tr>
        <th scope="col">要做的事</th>
        <th scope="col">用</th>
        <th scope="col">为什么</th>
      </tr>
    </thead>
    <tbody>
      {choices.map(({ want, why, entries }) => (
        <tr key={want}>
          <th scope="row">{want}</th>
          <td>
            {entries.map((entry, i) => (
              <Fragment key={entry.name}>
                {i > 0 && '、'}
                <EntryLink alias={alias} entry={entry} />
              </Fragment>
            ))}
          </td>
          <td>{keepNumbersWithUnits(why)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The label on its liner, one pixel per dot, and its description. The complete card is a link. */
const EntryCard = ({ alias, row, isFirst }: { alias: string; row: Row; isFirst: boolean }) => {
  const [smallest] = row.sizes;
  return (
    <li>
      <Link to="/$soft/tools/codes/{$name}.html" params={{ soft: alias, name: row.name }}>
        <span className={css.liner}>
          <LabelPicture
            src={row.picture.url}
            alt={row.picture.alt}
            widthDots={row.picture.widthDots}
            heightDots={row.picture.heightDots}
            widthMm={row.picture.widthMm}
            isFirst={isFirst}
          />
        </span>
        <h3>{row.title}</h3>
        <p>{keepNumbersWithUnits(row.use)}</p>
        {smallest && (
          <p className={css.least}>
            最小 {formatCodeSize(smallest)}
            <small>{smallest.dpi}&nbsp;dpi</small>
          </p>
        )}
      </Link>
    </li>
  );
};

/** Chapters below the first table. */
const CHAPTERS = [
  { id: 'linear', name: '一维码' },
  { id: 'matrix', name: '二维码' },
  { id: 'element', name: '文字、线框、图片和内容' },
  { id: 'sizes', name: '最小能打印多小' },
] as const;

/** Number of labels that are loaded eagerly; others load when they scroll into view. */
const EAGER_LABELS = 3;

type GroupProps = {
  of: (typeof CHAPTERS)[number];
  alias: string;
  rows: readonly Row[];
  first?: number;
  /** Text above the labels. */
  say?: ReactNode;
};

const EntryGroup = ({ of: { id, name }, alias, rows, first = 0, say }: GroupProps) => (
  <section className="wrap" aria-labelledby={id}>
    <h2 className={`${css.group} ticked`} id={id}>
      {name}
      <small>{rows.length} 种</small>
    </h2>
    {say && <p className={css.say}>{say}</p>}
    <ul className={css.cards}>
      {rows.map((row, i) => (
        <EntryCard key={row.name} alias={alias} row={row} isFirst={i < first} />
      ))}
    </ul>
  </section>
);

/** Table of all minimum sizes, suitable for printing. */
const MinimumSizeTable = ({ alias, rows }: { alias: string; rows: readonly Row[] }) => (
  <table className={css.sizes}>
    <thead>
      <tr>
        <th scope="col">码</th>
        <th scope="col">能放什么</th>
        {rows[0]?.sizes.map(({ dpi }) => (
          <th scope="col" key={dpi}>
            {dpi}&nbsp;dpi
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row">
            <EntryLink alias={alias} entry={row} />
          </th>
          <td className={css.holds}>{keepNumbersWithUnits(row.holds)}</td>
          {row.sizes.map((size) => (
            <td key={size.dpi} data-l={`${size.dpi} dpi`}>
              {formatCodeSize(size)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** 条码与元素手册: all codes and elements of a label with use and minimum size. */
export const HandbookPage = ({ alias, data }: { alias: string; data: HandbookData }) => {
  const filterByKind = (kind: Row['kind']): Row[] =>
    data.entries.filter((row) => row.kind === kind);
  const [linear, matrix, elements] = [
    filterByKind('linear'),
    filterByKind('matrix'),
    filterByKind('element'),
  ];
  return (
    <main>
      <div className="wrap">
        <div className="page-head">
          <div>
            <h1>条码与元素手册</h1>
            <p>
              {keepNumbersWithUnits(
                '每张标签都由打印标签的同一套引擎画出来，屏幕上一个像素就是 203 dpi 打印头的一个点，拿手机、扫描枪就能扫；打印这一页，标签是实际大小。',
              )}
            </p>
          </div>
        </div>
        <nav className={css.jump} aria-label="这一页里">
          {CHAPTERS.map(({ id, name }) => (
            <a className="link" key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      </div>
      <Section
        title="要打印什么，用哪种"
        paragraphs={['先找你要做的事。一件事有两种的，前一种是常用的。']}
      >
        <HandbookChoices alias={alias} choices={data.choices} />
      </Section>
      <EntryGroup of={CHAPTERS[0]} alias={alias} rows={linear} first={EAGER_LABELS} />
      <EntryGroup of={CHAPTERS[1]} alias={alias} rows={matrix} />
      <EntryGroup
        of={CHAPTERS[2]}
        alias={alias}
        rows={elements}
        say={
          <>
            自己画标签用的就是这些：在
            <Link
              className="link"
              to="/$soft/tools/design-{$id}.html"
              params={{ soft: alias, id: 'new' }}
            >
              标签设计器
            </Link>
            里选一样，拖出大小，填上内容。不注册也能画。
          </>
        }
      />
      <i id={CHAPTERS[3].id} />
      <Section
        title="最小能打印多小"
        paragraphs={[
          '按图里的内容算，四周的空白和下面的字都在内；内容长，码就更大。',
          '这是扫得稳的最小尺寸。还能再小多少、收银台要多大，看每一种自己的页。',
        ]}
      >
        <MinimumSizeTable alias={alias} rows={[...linear, ...matrix]} />
      </Section>
    </main>
  );
};
