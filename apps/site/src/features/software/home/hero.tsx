import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/file-size';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LoginLink } from '../../../shell/login-link.tsx';
import { useSession } from '../../../shell/site.tsx';
import { newestByPlatform, type HomeFile } from '../files.ts';
import { isSystem } from '../platform-ids.ts';
import { PLATFORM_NAMES, useVisitorPlatform } from '../platforms.ts';
import type { SampleTemplate } from '../template.ts';
import { benchScale } from './hero-bench.tsx';
import css from './hero.module.css';
import type { HomeSoftware } from './home-data.ts';
import type { Lead } from './leads.ts';
import { LiveLabel } from './live-label.tsx';

/** The main act, for the visitor's own system. All systems lie on top of each other, so nothing moves when it is known. */
const DownloadButton = ({ alias, files }: { alias: string; files: readonly HomeFile[] }) => {
  const own = useVisitorPlatform();
  const firsts = newestByPlatform(files).flatMap((group) =>
    isSystem(group.platform) ? group.files.slice(0, 1) : [],
  );
  const chosen = firsts.find((file) => file.platform === own) ?? firsts[0];
  if (!chosen) return null;
  return (
    <Link
      className="btn go big"
      to="/$soft/download/{$id}.html"
      params={{ soft: alias, id: chosen.id }}
    >
      <Icon name="download" />
      <span className={css.pile}>
        {firsts.map((file) => (
          <span
            key={file.id}
            className={file === chosen ? undefined : css.under}
            aria-hidden={file === chosen ? undefined : true}
          >
            下载 {PLATFORM_NAMES[file.platform]} 版{' '}
            <small>
              {file.version} · {formatBytes(file.size)}
            </small>
          </span>
        ))}
      </span>
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

const Caption = ({ sample }: { sample: SampleTemplate }) => {
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
  sample: SampleTemplate | undefined;
  leads: readonly Lead[];
};

export const Hero = ({ software, files, sample, leads }: HeroProps) => (
  <section className={`wrap ${css.hero}`}>
    <div className={css.words}>
      <h1>{software.slogan || software.name}</h1>
      {software.summary && <p className={css.say}>{software.summary}</p>}
      <div className={css.acts}>
        <DownloadButton alias={software.alias} files={files} />
        <StartButton alias={software.alias} className="btn big">
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
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
    {sample && (
      <figure className={css.figure}>
        <LiveLabel key={sample.id} sample={sample} leads={leads} />
        <Caption sample={sample} />
      </figure>
    )}
  </section>
);
