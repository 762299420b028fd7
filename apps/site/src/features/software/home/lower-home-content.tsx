import { Link } from '@tanstack/react-router';
import { Section } from '@yunbiao/ui/section.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { FileRows } from '../file-rows.tsx';
import { listNewestByPlatform, sortOwnPlatformFirst } from '../../../kit/software/files.ts';
import type { Platform } from '../../../kit/software/platform-ids.ts';
import { getPlatform } from '../../../kit/software/platforms.ts';
import { EnlargedCodes } from './dots.tsx';
import { ExcelFigure } from './excel/excel-figure.tsx';
import { Features } from './features.tsx';
import type { HomeData } from './home-data.ts';
import { HERO_LABEL_ID } from './live-label.tsx';
import { Plans } from './plans.tsx';
import { LabelStates } from './label-states.tsx';
import { HelpArticles, Questions, LatestVersions } from './questions-and-articles.tsx';
import { SoftwareUses } from './uses.tsx';

/** The visitor's platform, unless the rows are already visible, so that they do not move. */
const usePlatformUnlessVisible = () => {
  const place = useRef<HTMLDivElement>(null);
  const [ownPlatform, setOwn] = useState<Platform | null>(null);
  useLayoutEffect(() => {
    const box = place.current?.getBoundingClientRect();
    if (box && (box.top > innerHeight || box.bottom < 0)) setOwn(getPlatform(navigator.userAgent));
  }, []);
  return { place, own: ownPlatform };
};

const Downloads = ({ data }: { data: HomeData }) => {
  const { place, own } = usePlatformUnlessVisible();
  const { alias, name } = data.software;
  const files = sortOwnPlatformFirst(listNewestByPlatform(data.downloads), own).flatMap(
    (group) => group.files,
  );
  if (files.length === 0) return null;
  return (
    <Section
      title="下载客户端"
      paragraphs={[
        `${name}的客户端装在连着打印机的电脑上。文件支持断点续传，下载后请核对 SHA-256。`,
      ]}
      link={
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

/** Content below the hero. */
export const LowerHomeContent = ({ data }: { data: HomeData }) => (
  <>
    {data.batch && <LabelStates label={data.batch} figure={2} />}
    {data.batch && data.excel && (
      <ExcelFigure alias={data.software.alias} label={data.batch} table={data.excel} figure={3} />
    )}
    {data.hero && (
      <EnlargedCodes
        drawing={data.hero.sample.drawing}
        labelId={HERO_LABEL_ID}
        figure={data.batch && data.excel ? 4 : 3}
      />
    )}
    <Features software={data.software} />
    <SoftwareUses software={data.software} />
    <Downloads data={data} />
    <Plans plans={data.plans} alias={data.software.alias} />
    <HelpArticles data={data} />
    <Questions data={data} />
    <LatestVersions data={data} />
  </>
);
