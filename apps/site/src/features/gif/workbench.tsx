import { useStore } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect } from 'react';
import { CaptionPanel } from './panels/caption-panel.tsx';
import { CropEditor } from './crop-editor.tsx';
import { Film } from './film/film.tsx';
import { FramesPanel } from './panels/frames-panel.tsx';
import css from './gif.module.css';
import { getDuration } from './model/frames.ts';
import { formatKb } from './model/limit.ts';
import { formatSeconds } from './model/trim.ts';
import { LimitPanel } from './panels/limit-panel.tsx';
import { PicturePanel } from './panels/picture-panel.tsx';
import { Player } from './film/player.tsx';
import { QualityPanel } from './panels/quality-panel.tsx';
import { SavePanel } from './panels/save-panel.tsx';
import type { Studio } from './studio.ts';
import type { OpenFile } from './studio-state.ts';
import { useAnimationOutput } from './use-output.ts';

/** Longest side of a preview, px. */
const MAX_PREVIEW_PX = 640;

/** Pause after the last change before the previews are composed again, ms. */
const COMPOSE_DELAY_MS = 120;

/** Requests previews of all frames. */
const useRequestPreviews = (studio: Studio): void => {
  const { history, layout } = useStore(studio.work);
  const { frames } = history.now;
  useEffect(() => {
    const timer = setTimeout(
      () => studio.preview.request({ keys: frames, layout, longest: MAX_PREVIEW_PX }),
      COMPOSE_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [studio, frames, layout]);
};

const describeSourceFile = ({ facts, file }: OpenFile): string => {
  const size = `${facts.width} × ${facts.height}`;
  const bytes = formatKb(file.size);
  if (facts.kind === 'video')
    return `${size} · ${Math.round(facts.fps * 100) / 100} 帧/秒 · ${formatSeconds(facts.duration)} 秒 · ${bytes}`;
  if (facts.kind === 'gif')
    return `${size} · ${facts.delays.length} 帧 · ${formatSeconds(getDuration(facts.delays.map((delayMs) => ({ delayMs }))) / 1000)} 秒 · ${bytes}`;
  return `${size} · ${bytes}`;
};

const WorkbenchHeader = ({ studio }: { studio: Studio }) => {
  const { files, opening } = useStore(studio.work);
  const [first] = files;
  if (!first) return null;
  const isOne = files.length === 1;
  return (
    <header>
      <b className="ellipsis" title={first.file.name}>
        {isOne ? first.file.name : `${files.length} 个文件`}
      </b>
      <span className="ellipsis">{isOne && describeSourceFile(first)}</span>
      <span className="push-end" aria-live="polite">
        {opening > 0 && <Status kind="running">还在打开 {opening} 个</Status>}
      </span>
    </header>
  );
};

/** The workspace, from the opened files to the finished file. */
export const Workbench = ({ studio, isOver }: { studio: Studio; isOver: boolean }) => {
  const work = useStore(studio.work);
  useRequestPreviews(studio);
  const output = useAnimationOutput(studio);
  const { layout, history } = work;
  const { frames } = history.now;
  const stills = work.files.filter(({ facts }) => facts.kind === 'picture' && facts.isFirstOnly);
  const damaged = work.files.filter(({ facts }) => facts.kind === 'gif' && facts.isDamaged);
  return (
    <div className={css.bench}>
      <div className={css.left}>
        <div className={`plate ${isOver ? css.over : ''}`}>
          <WorkbenchHeader studio={studio} />
          <Player
            studio={studio}
            source={{ frames, pictures: studio.preview }}
            result={output.reel}
            width={layout.width}
            height={layout.height}
          />
        </div>
        {stills.map(({ source, file }) => (
          <p key={source} className="field-err" role="alert">
            “{file.name}”是动图，这个浏览器只取得到第一帧。
          </p>
        ))}
        {damaged.map(({ source, file }) => (
          <p key={source} className="field-err" role="alert">
            “{file.name}”没有下载完整，只有前面的帧。
          </p>
        ))}
        {layout.fit === 'crop' && <CropEditor studio={studio} />}
        {studio.tool === 'video' && <Film studio={studio} />}
        <FramesPanel studio={studio} />
      </div>
      <aside className={css.right} aria-label="设置">
        <LimitPanel
          studio={studio}
          result={output.result}
          estimate={output.estimate}
          trials={output.trials}
        />
        <PicturePanel studio={studio} />
        <CaptionPanel studio={studio} />
        <QualityPanel studio={studio} />
      </aside>
      <SavePanel
        making={output.making}
        failed={output.failed}
        result={output.result}
        isStale={output.isStale}
        isBlocked={output.isBlocked}
        formats={output.formats}
        onMake={output.make}
        onSave={output.save}
        onCancel={output.cancel}
      />
    </div>
  );
};
