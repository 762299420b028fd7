import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/file-size';
import { keepUnits } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ReactNode } from 'react';
import { LoginLink } from '../../../kit/site/login-link.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import { newestByPlatform, type HomeFile } from '../files.ts';
import { isSystem } from '../platform-ids.ts';
import { byName, PLATFORM_NAMES, useVisitorPlatform } from '../platforms.ts';
import { benchScale } from './hero-bench.tsx';
import css from './hero.module.css';
import type { HeroLabel, HomeSoftware } from './home-data.ts';
import { LiveLabel } from './live-label.tsx';

/** One of several texts that lie on top of each other, so that nothing moves when it is known which is shown. */
const Words = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <span className={isShown ? undefined : css.under} aria-hidden={isShown ? undefined : true}>
    {children}
  </span>
);

/**
 * The main act: the file for the visitor's own system. While that is not known, and on a phone there is no file for, the
 * page with all of them: nobody is offered another system's file.
 */
const DownloadButton = ({ alias, files }: { alias: string; files: readonly HomeFile[] }) => {
  const own = useVisitorPlatform();
  const firsts = newestByPlatform(files).flatMap((group) =>
    isSystem(group.platform) ? group.files.slice(0, 1) : [],
  );
  if (firsts.length === 0) return null;
  const chosen = firsts.find((file) => file.platform === own);
  const words = (
    <>
      <Icon name="download" />
      <span className={css.pile}>
        <Words isShown={!chosen}>
          下载打印客户端{' '}
          <small>
            {byName(firsts)
              .map(({ platform }) => PLATFORM_NAMES[platform])
              .join('、')}
          </small>
        </Words>
        {firsts.map((file) => (
          <Words key={file.id} isShown={file === chosen}>
            下载 {PLATFORM_NAMES[file.platform]} 版{' '}
            <small>
              {file.version} · {formatBytes(file.size)}
            </small>
          </Words>
        ))}
      </span>
    </>
  );
  return chosen ? (
    <Link
      className="button primary big"
      to="/$soft/download/{$id}.html"
      params={{ soft: alias, id: chosen.id }}
    >
      {words}
    </Link>
  ) : (
    <Link className="button primary big" to="/$soft/download" params={{ soft: alias }}>
      {words}
    </Link>
  );
};

/** Sign-up for strangers, the way in for members. */
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

const Caption = ({ sample }: Pick<HeroLabel, 'sample'>) => {
  const { dpi, widthDots } = sample.drawing;
  const dotsPerMm = Math.round(widthDots / sample.widthMm);
  const scale = benchScale(sample);
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
        <DownloadButton alias={software.alias} files={files} />
        <StartButton alias={software.alias} className="button big">
          免费注册
        </StartButton>
      </div>
      <p className={css.also}>
        <Link className="link" to="/$soft/download" params={{ soft: software.alias }}>
          全部安装包与校验值
        </Link>
      </p>
      <dl className={css.spec}>
        {software.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{keepUnits(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </div>
    {label && (
      <figure className={css.figure}>
        <LiveLabel key={label.sample.id} {...label} />
        <Caption sample={label.sample} />
      </figure>
    )}
  </section>
);
