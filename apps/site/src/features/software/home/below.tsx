import { Link } from '@tanstack/react-router';
import { Section } from '@yunbiao/ui/section.tsx';
import { FileRows } from '../file-rows.tsx';
import { newestByPlatform, ownFirst } from '../files.ts';
import { useVisitorPlatform } from '../platforms.ts';
import { Dots } from './dots.tsx';
import { Features } from './features.tsx';
import { BELOW_ID, type HomeData } from './home-data.ts';
import { HERO_LABEL_ID } from './live-label.tsx';
import { Plans } from './plans.tsx';
import { Proof } from './proof.tsx';

const Downloads = ({ data }: { data: HomeData }) => {
  const own = useVisitorPlatform();
  const { alias, name } = data.software;
  const files = ownFirst(newestByPlatform(data.downloads), own).flatMap((group) => group.files);
  if (files.length === 0) return null;
  return (
    <Section
      title="下载客户端"
      say={[`${name}的客户端装在连着打印机的电脑上。文件支持断点续传，下载后请核对 SHA-256。`]}
      more={
        <Link className="link" to="/$soft/download" params={{ soft: alias }}>
          历史版本与更新说明
        </Link>
      }
    >
      <FileRows alias={alias} files={files} withPlatform />
    </Section>
  );
};

/** Everything under the hero. */
export const Below = ({ data }: { data: HomeData }) => {
  const [hero, other] = data.templates;
  const proof = other ?? hero;
  return (
    <div id={BELOW_ID}>
      {proof && <Proof sample={proof} figure={2} />}
      {hero && <Dots sample={hero} labelId={HERO_LABEL_ID} figure={3} />}
      <Features software={data.software} />
      <Downloads data={data} />
      <Plans plans={data.plans} alias={data.software.alias} />
    </div>
  );
};
