import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui';
import { confirm } from '@yunbiao/ui/ask.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useAlias } from '../../kit/site/site.tsx';
import { useLeaveQuestion } from '../../kit/form/use-leave-question.ts';
import css from './gif.module.css';
import { PickButton, Start, useGiven } from './start.tsx';
import { Studio } from './studio.ts';
import type { Tool } from './work.ts';
import { Workbench } from './workbench.tsx';

const TITLE: Record<Tool, string> = {
  pictures: 'GIF 制作',
  video: '视频转 GIF',
  gif: '改 GIF',
};

/** Two of the tools have one address, and differ by what follows it. */
const EXACT = { exact: true, includeSearch: true } as const;

/** The three tools; each has its address, with a software around it and without. */
const Tabs = () => {
  const soft = useAlias();
  const names = { pictures: '图片做 GIF', video: '视频转 GIF', gif: '改 GIF' };
  return (
    <nav className="tabs" aria-label="GIF 工具">
      {soft ? (
        <>
          <Link to="/$soft/tools/generator" params={{ soft }} search={{}} activeOptions={EXACT}>
            {names.pictures}
          </Link>
          <Link to="/$soft/tools/videoToGif" params={{ soft }}>
            {names.video}
          </Link>
          <Link
            to="/$soft/tools/generator"
            params={{ soft }}
            search={{ do: 'edit' }}
            activeOptions={EXACT}
          >
            {names.gif}
          </Link>
        </>
      ) : (
        <>
          <Link to="/tools/gifGenerator" search={{}} activeOptions={EXACT}>
            {names.pictures}
          </Link>
          <Link to="/tools/videoToGif">{names.video}</Link>
          <Link to="/tools/gifGenerator" search={{ do: 'edit' }} activeOptions={EXACT}>
            {names.gif}
          </Link>
        </>
      )}
    </nav>
  );
};

const Troubles = ({ troubles, onClose }: { troubles: readonly string[]; onClose: () => void }) =>
  troubles.length > 0 && (
    <div role="alert" className={css.troubles}>
      <ul>
        {troubles.map((trouble, index) => (
          <li key={`${index} ${trouble}`}>
            <Status kind="failed">{trouble}</Status>
          </li>
        ))}
      </ul>
      <button type="button" className="bare" onClick={onClose}>
        知道了
      </button>
    </div>
  );

const useStudio = (tool: Tool): Studio => {
  const [studio] = useState(() => new Studio(tool));
  useEffect(() => () => studio.end(), [studio]);
  return studio;
};

const Tooling = ({ tool }: { tool: Tool }) => {
  const studio = useStudio(tool);
  const { files, opening, troubles, isSaved } = useStore(studio.work);
  const soft = useAlias();
  const give = (given: readonly File[]): void => {
    if (tool === 'pictures' || isSaved || files.length === 0) return studio.open(given);
    void confirm({
      message: '换一个文件，现在这个的修改就没了。',
      confirmText: '换',
      cancelText: '不换',
      danger: true,
    }).then((yes) => yes && studio.open(given));
  };
  const { isOver, ...drop } = useGiven(give);
  useLeaveQuestion({
    loses: () => !studio.work.get().isSaved,
    message: () => '做了一半的 GIF 还没保存，离开后会丢失。',
  });
  const isEmpty = files.length === 0;
  // All that is around a file comes at once with the first one: made in slices, it keeps nobody waiting.
  const isLaidOut = useDeferredValue(!isEmpty) && !isEmpty;
  return (
    <main className="wrap" {...drop}>
      <div className="page-head">
        <div>
          {soft && (
            <div className="crumb">
              <Link to="/$soft/tools" params={{ soft }}>
                工具
              </Link>
            </div>
          )}
          <h1>{TITLE[tool]}</h1>
          <p>都在你的浏览器里完成，什么都不上传。</p>
        </div>
        {!isEmpty && (
          <div className="push-end">
            <PickButton
              tool={tool}
              label={tool === 'pictures' ? '再加图片' : '换一个文件'}
              className="button"
              onGive={give}
            />
          </div>
        )}
      </div>
      <Tabs />
      <Troubles
        troubles={troubles}
        onClose={() => studio.work.set((now) => ({ ...now, troubles: [] }))}
      />
      {isLaidOut ? (
        <Workbench studio={studio} isOver={isOver} />
      ) : (
        <Start tool={tool} isOver={isOver} opening={opening} onGive={give} />
      )}
    </main>
  );
};

/** GIF 制作, 视频转 GIF and 改 GIF: all of it in this browser. */
export const GifPage = ({ tool }: { tool: Tool }) => <Tooling key={tool} tool={tool} />;
