import { Link } from '@tanstack/react-router';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { LoginLink } from '../../../kit/site/login-link.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import { DownloadButton } from '../../../kit/software/download-button.tsx';
import type { HomeFile } from '../../../kit/software/files.ts';
import { getLabelPixelsPerMm } from './hero-bench.tsx';
import css from './hero.module.css';
import type { HeroLabel, HomeSoftware } from './home-data.ts';
import { LiveLabel } from './live-label.tsx';

/** Registration link for visitors, or link to the user area for members. */
export const StartButton = ({
  alias,
  className,
  children,
}: {
  alias: string;
  className: string;
  children: string;
}) => {
  const isLogin = useSession((session) => session.isLogin);
  return isLogin ? (
    <Link className={className} to="/$soft/user" params={{ soft: alias }}>
      用户中心
    </Link>
  ) : (
    <LoginLink className={className} to={`/${alias}/user`} form="register">
      {children}
    </LoginLink>
  );
};

const HeroCaption = ({ sample }: Pick<HeroLabel, 'sample'>) => {
  const { dpi, widthDots } = sample.drawing;
  const dotsPerMm = Math.round(widthDots / sample.widthMm);
  const scale = getLabelPixelsPerMm(sample);
  return (
    <figcaption className={css.caption}>
      <b>图 1</b>
      <span>
        {dpi} dpi 的打印头每毫米 {dotsPerMm} 个点
        <span className="hide">
          ，图中每毫米 {scale} 个像素
          {scale === dotsPerMm && '：一个像素，就是纸上的一个点'}
        </span>
        。改个字看看。
      </span>
    </figcaption>
  );
};

type HeroProps = {
  software: HomeSoftware;
  files: readonly HomeFile[];
  label: HeroLabel | null;
};

export const Hero = ({ software, files, label }: HeroProps) => (
  <section className={`wrap ${css.hero}`}>
    <div className={css.words}>
      <h1>{software.slogan || software.name}</h1>
      {software.summary && <p className={css.say}>{software.summary}</p>}
      <div className={css.acts}>
        <DownloadButton className="button primary big" alias={software.alias} files={files} />
        <Link
          className="button big"
          to="/$soft/tools/design-{$id}.html"
          params={{ soft: software.alias, id: 'new' }}
        >
          打开设计器
        </Link>
      </div>
      <p className={css.also}>
        <StartButton alias={software.alias} className="link">
          免费注册
        </StartButton>
        <Link className="link" to="/$soft/download" params={{ soft: software.alias }}>
          全部安装包与校验值
        </Link>
      </p>
      <dl className={css.spec}>
        {software.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{keepNumbersWithUnits(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </div>
    {label && (
      <figure className={css.figure}>
        <LiveLabel key={label.sample.id} {...label} />
        <HeroCaption sample={label.sample} />
      </figure>
    )}
  </section>
);
