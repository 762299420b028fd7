import { Link } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LabelAgain, LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import { newestFirst, type HomeFile } from '../files.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import { PLATFORMS } from '../platform-ids.ts';
import { PLATFORM_NAMES } from '../platforms.ts';
import { titleOf, type SampleTemplate } from '../template.ts';
import css from './products.module.css';

/** Height of the window the labels hang in, mm on the bed. */
const WINDOW_MM = 84;

const Web = ({ sample, index }: { sample: SampleTemplate; index: number }) => {
  const { svg, widthDots, heightDots } = sample.drawing;
  const id = `sample-${sample.id}`;
  // Cut somewhere else on every liner, as paper hangs.
  const copies = Math.ceil(WINDOW_MM / (sample.heightMm + 3)) + 1;
  return (
    <div className={css.web} style={vars({ w: sample.widthMm, t: -(9 + index * 10) })}>
      {Array.from({ length: copies }, (_, copy) =>
        copy === 0 ? (
          <LabelPaper key={copy} id={id} svg={svg} title={titleOf(sample)} />
        ) : (
          <LabelAgain key={copy} of={id} widthDots={widthDots} heightDots={heightDots} />
        ),
      )}
    </div>
  );
};

const versionOf = (software: HomeSoftware, files: readonly HomeFile[]): string => {
  const newest = newestFirst(files)[0];
  if (!newest) return '准备中';
  const systems = PLATFORMS.filter((platform) => software.platforms.includes(platform));
  return [
    newest.version,
    systems.map((platform) => PLATFORM_NAMES[platform]).join('、'),
    formatDay(newest.releasedAt),
  ]
    .filter(Boolean)
    .join('，');
};

type ProductProps = {
  software: HomeSoftware;
  samples: readonly SampleTemplate[];
  files: readonly HomeFile[];
};

const Product = ({ software, samples, files }: ProductProps) => (
  <article>
    <div className={css.bed}>
      {samples.slice(0, 2).map((sample, index) => (
        <Web key={sample.id} sample={sample} index={index} />
      ))}
    </div>
    <h2>{software.name}</h2>
    <p className={css.say}>{software.summary}</p>
    <dl className={css.spec}>
      {software.facts.slice(0, 2).map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
      <div>
        <dt>当前版本</dt>
        <dd>{versionOf(software, files)}</dd>
      </div>
    </dl>
    <div className={css.acts}>
      <Link className="btn big" to="/$soft" params={{ soft: software.alias }}>
        进入{software.name}
      </Link>
      <Link className="btn big" to="/$soft/download" params={{ soft: software.alias }}>
        <Icon name="download" />
        下载<span className="vh">{software.name}</span>
      </Link>
    </div>
  </article>
);

type ProductsProps = {
  softwares: readonly HomeSoftware[];
  templates: readonly SampleTemplate[];
  downloads: readonly HomeFile[];
};

export const Products = ({ softwares, templates, downloads }: ProductsProps) => (
  <div className={css.prod}>
    {softwares.map((software) => (
      <Product
        key={software.id}
        software={software}
        samples={templates.filter((template) => template.softwareAlias === software.alias)}
        files={downloads.filter((file) => file.softwareAlias === software.alias)}
      />
    ))}
  </div>
);
