import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useSoftwareAlias } from '../../kit/site/site.tsx';
import { useLeaveConfirmation } from '../../kit/form/use-leave-confirmation.ts';
import css from './gif.module.css';
import { PickButton, StartPanel, useDroppedFiles } from './start.tsx';
import { Studio } from './studio.ts';
import type { Tool } from './studio-state.ts';
import { Workbench } from './workbench.tsx';

const TITLE: Record<Tool, string> = {
  pictures: 'GIF 制作',
  video: '视频转 GIF',
  gif: '编辑 GIF',
};

/**
 * Options of the tabs' links: two of the tools share a path and differ only in the search
 * parameters.
 */
const EXACT = { exact: true, includeSearch: true } as const;

/** Links to the three tools. Each has a URL below a software and one without a software. */
const GifToolTabs = () => {
  const soft = useSoftwareAlias();
  const names = { pictures: '图片做 GIF', video: '视频转 GIF', gif: '编辑 GIF' };
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

const ProblemList = ({ troubles, onClose }: { troubles: readonly string[]; onClose: () => void }) =>
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

const useStudioUntilUnmount = (tool: Tool): Studio => {
  const [studio] = useState(() => new Studio(tool));
  useEffect(() => () => studio.dispose(), [studio]);
  return studio;
};

const GifToolLayout = ({ tool }: { tool: Tool }) => {
  const studio = useStudioUntilUnmount(tool);
  const { files, opening, troubles, isSaved } = useStore(studio.work);
  const soft = useSoftwareAlias();
  const openFiles = (newFiles: readonly File[]): void => {
    if (tool === 'pictures' || isSaved || files.length === 0) return studio.open(newFiles);
    void showConfirmDialog({
      message: '换一个文件，现在这个的修改就没了。',
      confirmText: '更换',
      cancelText: '取消',
      danger: true,
    }).then((isConfirmed) => isConfirmed && studio.open(newFiles));
  };
  const { isOver, ...drop } = useDroppedFiles(openFiles);
  useLeaveConfirmation({
    hasUnsavedWork: () => !studio.work.get().isSaved,
    getMessage: () => '做了一半的 GIF 还未保存，离开后会丢失。',
  });
  const isEmpty = files.length === 0;
  // The panels are rendered after the first file was opened. The deferred value renders them in
  // slices and keeps the page responsive.
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
              label={tool === 'pictures' ? '继续添加图片' : '更换文件'}
              className="button"
              onGive={openFiles}
            />
          </div>
        )}
      </div>
      <GifToolTabs />
      <ProblemList
        troubles={troubles}
        onClose={() => studio.work.set((now) => ({ ...now, troubles: [] }))}
      />
      {isLaidOut ? (
        <Workbench studio={studio} isOver={isOver} />
      ) : (
        <StartPanel tool={tool} isOver={isOver} opening={opening} onGive={openFiles} />
      )}
    </main>
  );
};

/** GIF 制作, 视频转 GIF and 编辑 GIF. All work is done in the browser. */
export const GifPage = ({ tool }: { tool: Tool }) => <GifToolLayout key={tool} tool={tool} />;
