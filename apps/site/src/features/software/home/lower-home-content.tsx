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
import { HelpArticles, Questions, LatestUpdateLogs } from './questions-and-articles.tsx';
import { SoftwareUses } from './uses.tsx';

/**
 * Hook for the visitor's platform, when the list of `listRef` is off-screen at first; null
 * otherwise, so that visible rows do not move.
 */
const useOwnPlatformWhenOffscreen = () => {
  const listRef = useRef<HTMLDivElement>(null);
  const [ownPlatform, setOwnPlatform] = useState<Platform | null>(null);
  useLayoutEffect(() => {
    const box = listRef.current?.getBoundingClientRect();
    if (box && (box.top > innerHeight || box.bottom < 0))
      setOwnPlatform(getPlatform(navigator.userAgent));
  }, []);
  return { listRef, ownPlatform };
};

const DownloadSection = ({ data }: { data: HomeData }) => {
  const { listRef, ownPlatform } = useOwnPlatformWhenOffscreen();
  const { alias, name } = data.software;
  const files = sortOwnPlatformFirst(listNewestByPlatform(data.downloads), ownPlatform).flatMap(
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
      <div ref={listRef}>
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
    <DownloadSection data={data} />
    <Plans plans={data.plans} alias={data.software.alias} />
    <HelpArticles data={data} />
    <Questions data={data} />
    <LatestUpdateLogs data={data} />
  </>
);
