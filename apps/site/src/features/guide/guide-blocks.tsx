import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import css from './guide.module.css';
import { GuideLine } from './guide-line.tsx';
import type { Block } from './load-guide.ts';

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

const GuideSteps = ({ alias, block }: { alias: string; block: BlockOf<'steps'> }) => (
  <ol className={css.steps}>
    {block.items.map((line) => (
      <li key={line}>
        <GuideLine alias={alias} line={line} />
      </li>
    ))}
  </ol>
);

const GuideCases = ({ alias, block }: { alias: string; block: BlockOf<'cases'> }) => (
  <dl className={css.cases}>
    {block.items.map(({ seen, mend }) => (
      <div key={seen}>
        <dt>
          <GuideLine alias={alias} line={seen} />
        </dt>
        <dd>
          <GuideLine alias={alias} line={mend} />
        </dd>
      </div>
    ))}
  </dl>
);

const GuideTable = ({
  alias,
  block: { head, rows },
}: {
  alias: string;
  block: BlockOf<'table'>;
}) => (
  <table className={css.table}>
    <thead>
      <tr>
        {head.map((text) => (
          <th scope="col" key={text}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([first = '', ...rest]) => (
        <tr key={first}>
          <th scope="row">
            <GuideLine alias={alias} line={first} />
          </th>
          {rest.map((line, at) => (
            <td key={line} data-head={head[at + 1]}>
              <GuideLine alias={alias} line={line} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type FigureProps = {
  block: BlockOf<'figure'>;
  /** Number of the figure, from 1. */
  number: number;
};

const GuideFigure = ({ block: { caption, pictures }, number }: FigureProps) => (
  <figure className={css.figure}>
    <div className={css.pictures}>
      {pictures.map(({ note, ...picture }, at) => (
        <div key={picture.url}>
          <LabelPicture {...picture} src={picture.url} isFirst={number === 1 && at === 0} />
          {note !== '' && <p>{keepNumbersWithUnits(note)}</p>}
        </div>
      ))}
    </div>
    <figcaption>
      <b>图 {number}</b>
      {keepNumbersWithUnits(caption)}
    </figcaption>
  </figure>
);

type GuideBlockProps = { alias: string; block: Block; figureNumber: number };

/** One block of a guide. */
export const GuideBlock = ({ alias, block, figureNumber }: GuideBlockProps) => {
  switch (block.kind) {
    case 'text':
      return (
        <p className={css.text}>
          <GuideLine alias={alias} line={block.text} />
        </p>
      );
    case 'steps':
      return <GuideSteps alias={alias} block={block} />;
    case 'cases':
      return <GuideCases alias={alias} block={block} />;
    case 'table':
      return <GuideTable alias={alias} block={block} />;
    case 'figure':
      return <GuideFigure block={block} number={figureNumber} />;
  }
};
