import { useStore } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect } from 'react';
import { CaptionPanel } from './caption-panel.tsx';
import { CropEditor } from './crop-editor.tsx';
import { Film } from './film.tsx';
import { FramesPanel } from './frames-panel.tsx';
import css from './gif.module.css';
import { getDuration } from './model/frames.ts';
import { kbText } from './model/limit.ts';
import { secondsText } from './model/trim.ts';
import { LimitPanel } from './limit-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { Player } from './player.tsx';
import { QualityPanel } from './quality-panel.tsx';
import { SavePanel } from './save-panel.tsx';
import type { Studio } from './studio.ts';
import type { OpenFile } from './work.ts';
import { useOutput } from './use-output.ts';

/** Longest side of a preview, px. */
const PREVIEW = 640;

/** After so long without a change the pictures are drawn anew, ms. */
const PAUSE_MS = 120;

/** Asks for the pictures of all frames, as they will be. */
const usePreview = (studio: Studio): void => {
  const { history, layout } = useStore(studio.work);
  const { frames } = history.now;
  useEffect(() => {
    const timer = setTimeout(
      () => studio.preview.ask({ keys: frames, layout, longest: PREVIEW }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [studio, frames, layout]);
};

const factsText = ({ facts, file }: OpenFile): string => {
  const size = `${facts.width} × ${facts.height}`;
  const bytes = kbText(file.size);
  if (facts.kind === 'video')
    return `${size} · ${Math.round(facts.fps * 100) / 100} 帧/秒 · ${secondsText(facts.duration)} 秒 · ${bytes}`;
  if (facts.kind === 'gif')
    return `${size} · ${facts.delays.length} 帧 · ${secondsText(getDuration(facts.delays.map((delayMs) => ({ delayMs }))) / 1000)} 秒 · ${bytes}`;
  return `${size} · ${bytes}`;
};

const Head = ({ studio }: { studio: Studio }) => {
  const { files, opening } = useStore(studio.work);
  const [first] = files;
  if (!first) return null;
  const isOne = files.length === 1;
  return (
    <header>
      <b className="ellipsis" title={first.file.name}>
        {isOne ? first.file.name : `${files.length} 个文件`}
      </b>
      <span className="ellipsis">{isOne && factsText(first)}</span>
      <span className="push-end" aria-live="polite">
        {opening > 0 && <Status kind="running">还在打开 {opening} 个</Status>}
      </span>
    </header>
  );
};

/** What is made, from the files to the file. */
export const Workbench = ({ studio, isOver }: { studio: Studio; isOver: boolean }) => {
  const work = useStore(studio.work);
  usePreview(studio);
  const output = useOutput(studio);
  const { layout, history } = work;
  const { frames } = history.now;
  const stills = work.files.filter(({ facts }) => facts.kind === 'picture' && facts.isFirstOnly);
  const damaged = work.files.filter(({ facts }) => facts.kind === 'gif' && facts.isDamaged);
  return (
    <div className={css.bench}>
      <div className={css.left}>
        <div className={`plate ${isOver ? css.over : ''}`}>
          <Head studio={studio} />
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
