import type { CallOutput } from '@yunbiao/contract';
import type { Template } from '@yunbiao/label';
import { buildSampleData } from '@yunbiao/label/placeholders';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { useEffect, useMemo, useState } from 'react';
import { DotCanvas } from '../../../kit/label/dot-canvas.tsx';
import { drawLabelOrExplain } from '../../../kit/label/engine/draw-label.ts';
import { useLabelEngine } from '../../../kit/label/engine/use-engine.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { computeDifference, listConditionChanges } from './diff.ts';

type Version = CallOutput<'templateVersions'>['list'][number];

/** Size of the preview, px. */
const ROOM_PX = { width: 460, height: 320 };

const VersionPicture = ({
  former,
  now,
  view,
}: {
  former: Template;
  now: Template;
  view: string;
}) => {
  const state = useLabelEngine();
  const pictures = useMemo(() => {
    if (state.phase !== 'ready') return null;
    const drawTemplate = (template: Template) =>
      drawLabelOrExplain(state.engine, template, buildSampleData(template), { dpi: 203 }).drawn;
    return { before: drawTemplate(former), after: drawTemplate(now) };
  }, [state, former, now]);
  if (!pictures?.before || !pictures.after) return <p className="quiet">正在画</p>;
  const { before, after } = pictures;
  const differenceDots = computeDifference(before, after);
  const conditionChanges = listConditionChanges(former, now);
  const shownDots = view === 'former' ? before : { ...before, ...differenceDots };
  const fit = Math.min(
    1,
    ROOM_PX.width / shownDots.widthDots,
    ROOM_PX.height / shownDots.heightDots,
  );
  return (
    <>
      <div className={css.versionPaper}>
        <DotCanvas
          drawn={shownDots}
          widthPx={shownDots.widthDots * fit}
          heightPx={shownDots.heightDots * fit}
          title={view === 'former' ? '那一版的样子' : '那一版和现在的不同'}
        />
      </div>
      {view === 'difference' && (
        <p className="small quiet">
          {differenceDots.changed === 0 ? (
            conditionChanges.length === 0 && '和现在一点不差。'
          ) : (
            <>
              <i className={css.gone} />
              那一版才有 <i className={css.came} />
              现在才有
            </>
          )}
        </p>
      )}
      {view === 'difference' &&
        conditionChanges.map((change) => (
          <p key={change} className="small quiet">
            {change}
          </p>
        ))}
    </>
  );
};

const VIEWS = [
  { value: 'difference', label: '和现在的不同' },
  { value: 'former', label: '那一版' },
];

/** The list of versions; null while it loads. Calls `onLoaded` with the newest one. */
const useVersionList = (id: string, onLoaded: (newest: number | null) => void) => {
  const api = useApi();
  const [list, setList] = useState<readonly Version[] | null>(null);
  useEffect(() => {
    let isOver = false;
    void api.call('templateVersions', { id }).then((reply) => {
      if (isOver) return;
      if (reply.state === 'fail') return showFailure(reply);
      setList(reply.data.list);
      onLoaded(reply.data.list[0]?.version ?? null);
    });
    return () => {
      isOver = true;
    };
  }, [api, id, onLoaded]);
  return list;
};

/** The template of a version; null while it loads. */
const useVersionContent = (id: string, version: number | null): Template | null => {
  const api = useApi();
  const [content, setContent] = useState<Template | null>(null);
  useEffect(() => {
    if (version === null) return;
    let isOver = false;
    setContent(null);
    void api.call('templateVersion', { id, version }).then((reply) => {
      if (isOver) return;
      if (reply.state === 'ok') setContent(reply.data.content);
      else showFailure(reply);
    });
    return () => {
      isOver = true;
    };
  }, [api, id, version]);
  return content;
};

type VersionListProps = {
  list: readonly Version[];
  chosen: number | null;
  onChoose: (version: number) => void;
};

const VersionList = ({ list, chosen, onChoose }: VersionListProps) => (
  <ol aria-label="版本">
    {list.map(({ version, savedAt, elements, isCurrent }) => (
      <li key={version}>
        <button type="button" aria-pressed={version === chosen} onClick={() => onChoose(version)}>
          <b>第 {version} 版</b>
          {isCurrent && <span className="tag">在用</span>}
          <small className="quiet">
            <Time at={savedAt} /> · {elements} 个元素
          </small>
        </button>
      </li>
    ))}
  </ol>
);

type VersionViewProps = { content: Template | null; onRestore: (content: Template) => void };

/** The chosen version, alone or compared with the current design. */
const VersionView = ({ content, onRestore }: VersionViewProps) => {
  const designer = useDesigner();
  const [view, setView] = useState('difference');
  return (
    <div className={css.versionView}>
      <Segmented
        legend="看什么"
        name="version-view"
        hideLegend
        small
        value={view}
        options={VIEWS}
        onChange={setView}
      />
      {content ? (
        <VersionPicture former={content} now={designer.getDoc().template} view={view} />
      ) : (
        <p className="quiet">正在取</p>
      )}
      <button
        type="button"
        className="button"
        disabled={!content}
        onClick={() => content && onRestore(content)}
      >
        恢复这一版
      </button>
      <p className="small faint">恢复以后还能撤销，保存了才算数。</p>
    </div>
  );
};

/**
 * Earlier versions of a template: preview, comparison with the current design, and restoring as one
 * undo step.
 */
export const VersionsDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const designer = useDesigner();
  const [chosenVersion, setChosen] = useState<number | null>(null);
  const list = useVersionList(id, setChosen);
  const content = useVersionContent(id, chosenVersion);
  const restoreTemplateVersion = (template: Template): void => {
    designer.execute(`恢复第 ${chosenVersion} 版`, () => ({ template, chosen: [] }));
    onClose();
  };
  return (
    <Dialog title="版本" shape="wide" maxWidth={820} onClose={onClose}>
      {!list ? (
        <p className="quiet">正在取</p>
      ) : (
        <div className={css.versions}>
          <VersionList list={list} chosen={chosenVersion} onChoose={setChosen} />
          <VersionView content={content} onRestore={restoreTemplateVersion} />
        </div>
      )}
    </Dialog>
  );
};
