import { Link } from '@tanstack/react-router';
import { formatDay, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LabelReference, LabelPaper } from '@yunbiao/ui/label/label-paper.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { sortNewestFirst, type HomeFile } from '../../../kit/software/files.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import { PLATFORMS } from '../../../kit/software/platform-ids.ts';
import { PLATFORM_NAMES } from '../../../kit/software/platforms.ts';
import type { ShownLabel } from '../shown-label.ts';
import { getFirstLabelCutMm, SHOWN_TEMPLATES, countSeenLabels } from './shown-templates.ts';
import css from './products.module.css';

/** Labels of one template on their liner. Samples repeat when there are too few. */
const LinerStrip = ({ label, index }: { label: ShownLabel; index: number }) => {
  const { pictures } = label;
  const count = countSeenLabels(index, label.heightMm);
  return (
    <div className={css.web} style={toCssVars({ w: label.widthMm, t: -getFirstLabelCutMm(index) })}>
      {Array.from({ length: count }, (_, place) => {
        const picture = pictures[place % pictures.length];
        if (!picture) return null;
        const { id, paper, title, widthDots, heightDots } = picture;
        return place < pictures.length ? (
          <LabelPaper key={place} paper={paper} title={title} />
        ) : (
          <LabelReference key={place} paperId={id} widthDots={widthDots} heightDots={heightDots} />
        );
      })}
    </div>
  );
};

const describeNewestVersion = (software: HomeSoftware, files: readonly HomeFile[]): string => {
  const newest = sortNewestFirst(files)[0];
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
  labels: readonly ShownLabel[];
  files: readonly HomeFile[];
};

const ProductCard = ({ software, labels, files }: ProductProps) => (
  <article>
    <div className={css.bed}>
      {labels.slice(0, SHOWN_TEMPLATES).map((label, index) => (
        <LinerStrip key={label.id} label={label} index={index} />
      ))}
    </div>
    <h2>{software.name}</h2>
    <p className={css.say}>{software.summary}</p>
    <dl className={css.spec}>
      {software.facts.slice(0, 2).map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{keepNumbersWithUnits(fact.value)}</dd>
        </div>
      ))}
      <div>
        <dt>当前版本</dt>
        <dd>{describeNewestVersion(software, files)}</dd>
      </div>
    </dl>
    <div className={css.acts}>
      <Link
        className="button big"
        to="/$soft"
        params={{ soft: software.alias }}
        title={software.name}
      >
        <span className="ellipsis">进入{software.name}</span>
      </Link>
      <Link className="button big" to="/$soft/download" params={{ soft: software.alias }}>
        <Icon name="download" />
        下载<span className="visually-hidden">{software.name}</span>
      </Link>
    </div>
  </article>
);

type ProductsProps = {
  softwares: readonly HomeSoftware[];
  labels: readonly ShownLabel[];
  downloads: readonly HomeFile[];
};

export const Products = ({ softwares, labels, downloads }: ProductsProps) => (
  <div className={css.prod}>
    {softwares.map((software) => (
      <ProductCard
        key={software.id}
        software={software}
        labels={labels.filter(({ softwareAlias }) => softwareAlias === software.alias)}
        files={downloads.filter((file) => file.softwareAlias === software.alias)}
      />
    ))}
  </div>
);
