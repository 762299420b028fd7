import { Link } from '@tanstack/react-router';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import css from './guide-list.module.css';
import type { GuideRow } from './load-guide.ts';

type RowProps = { alias: string; guide: GuideRow; number: number };

const GuideRow = ({ alias, guide: { name, title, summary }, number }: RowProps) => (
  <li>
    <Link to="/$soft/guide/{$name}.html" params={{ soft: alias, name }}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <span>
        <h3>{title}</h3>
        <p>{keepNumbersWithUnits(summary)}</p>
      </span>
    </Link>
  </li>
);

type GroupProps = { alias: string; name: string; guides: readonly GuideRow[] };

const GuideGroup = ({ alias, name, guides }: GroupProps) => (
  <section className={css.group} aria-label={name}>
    <h2 className="ticked short">{name}</h2>
    <ul className={css.rows}>
      {guides.map((guide, at) =>
        guide.group === name ? (
          <GuideRow key={guide.name} alias={alias} guide={guide} number={at + 1} />
        ) : null,
      )}
    </ul>
  </section>
);

/** 操作指南: all guides by group. */
export const GuideListPage = ({ alias, guides }: { alias: string; guides: GuideRow[] }) => {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <h1>操作指南</h1>
          <p>
            一步一步怎么做，图由打印标签的引擎画；每一篇后面写着看到的不一样怎么办。网站上出错的地方，也会带到对应的一篇。
          </p>
        </div>
      </div>
      {groups.map((name) => (
        <GuideGroup key={name} alias={alias} name={name} guides={guides} />
      ))}
      <p className={css.end}>
        没有写到的，看
        <Link className="link" to="/$soft/article" params={{ soft: alias }}>
          帮助文档
        </Link>
        和
        <Link className="link" to="/$soft/tools/codes" params={{ soft: alias }}>
          条码与元素手册
        </Link>
        ，或者
        <Link className="link" to="/$soft/qa/ask" params={{ soft: alias }}>
          问一下
        </Link>
        。
      </p>
    </main>
  );
};
