import { Link } from '@tanstack/react-router';
import { Section } from '@yunbiao/ui/section.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { FileRows } from '../file-rows.tsx';
import { newestByPlatform, ownFirst } from '../files.ts';
import type { Platform } from '../platform-ids.ts';
import { getPlatform } from '../platforms.ts';
import { Dots } from './dots.tsx';
import { Features } from './features.tsx';
import type { HomeData } from './home-data.ts';
import { HERO_LABEL_ID } from './live-label.tsx';
import { Plans } from './plans.tsx';
import { Proof } from './proof.tsx';
import { Helps, Questions, Versions } from './talk.tsx';
import { Uses } from './uses.tsx';

/** The visitor's system, unless the rows are already looked at: they do not change places under the eye. */
const useOwnUnseen = () => {
  const place = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<Platform | null>(null);
  useLayoutEffect(() => {
    const box = place.current?.getBoundingClientRect();
    if (box && (box.top > innerHeight || box.bottom < 0)) setOwn(getPlatform(navigator.userAgent));
  }, []);
  return { place, own };
};

const Downloads = ({ data }: { data: HomeData }) => {
  const { place, own } = useOwnUnseen();
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
      <div ref={place}>
        <FileRows alias={alias} files={files} withPlatform />
      </div>
    </Section>
  );
};

/** Everything under the hero. */
export const Below = ({ data }: { data: HomeData }) => (
  <>
    {data.batch && <Proof label={data.batch} figure={2} />}
    {data.hero && <Dots drawing={data.hero.sample.drawing} labelId={HERO_LABEL_ID} figure={3} />}
    <Features software={data.software} />
    <Uses software={data.software} />
    <Downloads data={data} />
    <Plans plans={data.plans} alias={data.software.alias} />
    <Helps data={data} />
    <Questions data={data} />
    <Versions data={data} />
  </>
);
