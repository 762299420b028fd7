import { Link } from '@tanstack/react-router';
import { keepUnits } from '@yunbiao/ui/format.ts';
import { LabelPicture } from '@yunbiao/ui/label-picture.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { Fragment } from 'react';
import css from './handbook.module.css';
import type { HandbookData, Row } from './load-handbook.ts';
import { wholeText } from './size-text.ts';

const EntryLink = ({ alias, entry }: { alias: string; entry: Pick<Row, 'name' | 'title'> }) => (
  <Link
    className="link"
    to="/$soft/tools/codes/{$name}.html"
    params={{ soft: alias, name: entry.name }}
  >
    {entry.title}
  </Link>
);

const Choices = ({ alias, choices }: { alias: string; choices: HandbookData['choices'] }) => (
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
          <td>{keepUnits(why)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** On its liner, a pixel a dot; below it what it is. The whole of it is the link. */
const Card = ({ alias, row, isFirst }: { alias: string; row: Row; isFirst: boolean }) => {
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
        <p>{keepUnits(row.use)}</p>
        {smallest && (
          <p className={css.least}>
            最小 {wholeText(smallest)}
            <small>{smallest.dpi}&nbsp;dpi</small>
          </p>
        )}
      </Link>
    </li>
  );
};

/** What the page has below its first table. */
const CHAPTERS = [
  { id: 'linear', name: '一维码' },
  { id: 'matrix', name: '二维码' },
  { id: 'element', name: '文字、线框、图片和内容' },
  { id: 'sizes', name: '最小能印多小' },
] as const;

/** Labels that may be in view when the page opens: the others come as they are scrolled to. */
const IN_VIEW = 3;

type GroupProps = {
  of: (typeof CHAPTERS)[number];
  alias: string;
  rows: readonly Row[];
  first?: number;
  /** Before its labels. */
  say?: string;
};

const Group = ({ of: { id, name }, alias, rows, first = 0, say }: GroupProps) => (
  <section className="wrap" aria-labelledby={id}>
    <h2 className={`${css.group} ticked`} id={id}>
      {name}
      <small>{rows.length} 种</small>
    </h2>
    {say && <p className={css.say}>{say}</p>}
    <ul className={css.cards}>
      {rows.map((row, i) => (
        <Card key={row.name} alias={alias} row={row} isFirst={i < first} />
      ))}
    </ul>
  </section>
);

/** All the smallest sizes beside each other, to be printed and hung up. */
const Sizes = ({ alias, rows }: { alias: string; rows: readonly Row[] }) => (
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
          <td className={css.holds}>{keepUnits(row.holds)}</td>
          {row.sizes.map((size) => (
            <td key={size.dpi} data-l={`${size.dpi} dpi`}>
              {wholeText(size)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** 条码与元素手册: which code for what, how small, and everything else a label can have. */
export const HandbookPage = ({ alias, data }: { alias: string; data: HandbookData }) => {
  const of = (kind: Row['kind']): Row[] => data.entries.filter((row) => row.kind === kind);
  const [linear, matrix, elements] = [of('linear'), of('matrix'), of('element')];
  return (
    <main>
      <div className="wrap">
        <div className="page-head">
          <div>
            <h1>条码与元素手册</h1>
            <p>
              {keepUnits(
                '每张标签都由印标签的同一套引擎画出来，屏幕上一个像素就是 203 dpi 打印头的一个点，拿手机、扫描枪就能扫；打印这一页，标签是原大。',
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
      <Section title="要印什么，用哪种" say={['先找你要做的事。一件事有两种的，前一种是常用的。']}>
        <Choices alias={alias} choices={data.choices} />
      </Section>
      <Group of={CHAPTERS[0]} alias={alias} rows={linear} first={IN_VIEW} />
      <Group of={CHAPTERS[1]} alias={alias} rows={matrix} />
      <Group
        of={CHAPTERS[2]}
        alias={alias}
        rows={elements}
        say="现在的模板由我们备好；自己画标签的设计器做好以后，用的就是这些元素。"
      />
      <i id={CHAPTERS[3].id} />
      <Section
        title="最小能印多小"
        say={[
          '按图里的内容算，四周的空白和下面的字都在内；内容长，码就更大。',
          '这是扫得稳的最小尺寸。还能再小多少、收银台要多大，看每一种自己的页。',
        ]}
      >
        <Sizes alias={alias} rows={[...linear, ...matrix]} />
      </Section>
    </main>
  );
};
