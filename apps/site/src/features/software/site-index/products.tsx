import { Link } from '@tanstack/react-router';
import { formatDay, keepUnits } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LabelAgain, LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import { newestFirst, type HomeFile } from '../files.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import { PLATFORMS } from '../platform-ids.ts';
import { PLATFORM_NAMES } from '../platforms.ts';
import type { ShownLabel } from '../shown-label.ts';
import { cutMm, HUNG, seenOn } from './hung.ts';
import css from './products.module.css';

/** Labels of one template on their liner; when it is out of further samples, they come again. */
const Web = ({ label, index }: { label: ShownLabel; index: number }) => {
  const { pictures } = label;
  const count = seenOn(index, label.heightMm);
  return (
    <div className={css.web} style={vars({ w: label.widthMm, t: -cutMm(index) })}>
      {Array.from({ length: count }, (_, place) => {
        const picture = pictures[place % pictures.length];
        if (!picture) return null;
        const { id, paper, title, widthDots, heightDots } = picture;
        return place < pictures.length ? (
          <LabelPaper key={place} paper={paper} title={title} />
        ) : (
          <LabelAgain key={place} of={id} widthDots={widthDots} heightDots={heightDots} />
        );
      })}
    </div>
  );
};

const getVersion = (software: HomeSoftware, files: readonly HomeFile[]): string => {
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
  labels: readonly ShownLabel[];
  files: readonly HomeFile[];
};

const Product = ({ software, labels, files }: ProductProps) => (
  <article>
    <div className={css.bed}>
      {labels.slice(0, HUNG).map((label, index) => (
        <Web key={label.id} label={label} index={index} />
      ))}
    </div>
    <h2>{software.name}</h2>
    <p className={css.say}>{software.summary}</p>
    <dl className={css.spec}>
      {software.facts.slice(0, 2).map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{keepUnits(fact.value)}</dd>
        </div>
      ))}
      <div>
        <dt>当前版本</dt>
        <dd>{getVersion(software, files)}</dd>
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
      <Product
        key={software.id}
        software={software}
        labels={labels.filter(({ softwareAlias }) => softwareAlias === software.alias)}
        files={downloads.filter((file) => file.softwareAlias === software.alias)}
      />
    ))}
  </div>
);
