import type { CallOutput } from '@yunbiao/contract';
import type { Template } from '@yunbiao/label';
import { sampleData } from '@yunbiao/label/placeholders';
import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { useEffect, useMemo, useState } from 'react';
import { DotCanvas } from '../../../kit/label/dot-canvas.tsx';
import { drawLabel } from '../../../kit/label/draw-label.ts';
import { useEngine } from '../../../kit/label/use-engine.ts';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { difference } from './diff.ts';

type Version = CallOutput<'templateVersions'>['list'][number];

/** The picture's place, px. */
const ROOM_PX = { width: 460, height: 320 };

const Picture = ({ former, now, view }: { former: Template; now: Template; view: string }) => {
  const state = useEngine();
  const pictures = useMemo(() => {
    if (state.phase !== 'ready') return null;
    const draw = (template: Template) =>
      drawLabel(state.engine, template, sampleData(template), { dpi: 203 }).drawn;
    return { before: draw(former), after: draw(now) };
  }, [state, former, now]);
  if (!pictures?.before || !pictures.after) return <p className="quiet">正在画</p>;
  const { before, after } = pictures;
  const both = difference(before, after);
  const shown = view === 'former' ? before : { ...before, ...both };
  const fit = Math.min(1, ROOM_PX.width / shown.widthDots, ROOM_PX.height / shown.heightDots);
  return (
    <>
      <div className={css.versionPaper}>
        <DotCanvas
          drawn={shown}
          widthPx={shown.widthDots * fit}
          heightPx={shown.heightDots * fit}
          title={view === 'former' ? '那一版的样子' : '那一版和现在的不同'}
        />
      </div>
      {view === 'difference' && (
        <p className="small quiet">
          {both.changed === 0 ? (
            '和现在一点不差。'
          ) : (
            <>
              <i className={css.gone} />
              那一版才有 <i className={css.came} />
              现在才有
            </>
          )}
        </p>
      )}
    </>
  );
};

const VIEWS = [
  { value: 'difference', label: '和现在的不同' },
  { value: 'former', label: '那一版' },
];

/** Former versions of a template: seen, compared with what is designed now, and brought back as one step of the history. */
export const VersionsDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const designer = useDesigner();
  const api = useApi();
  const [list, setList] = useState<readonly Version[] | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [content, setContent] = useState<Template | null>(null);
  const [view, setView] = useState('difference');
  useEffect(() => {
    let isOver = false;
    void api.call('templateVersions', { id }).then((reply) => {
      if (isOver) return;
      if (reply.state === 'fail') return sayFailure(reply);
      setList(reply.data.list);
      setChosen(reply.data.list[0]?.version ?? null);
    });
    return () => {
      isOver = true;
    };
  }, [api, id]);
  useEffect(() => {
    if (chosen === null) return;
    let isOver = false;
    setContent(null);
    void api.call('templateVersion', { id, version: chosen }).then((reply) => {
      if (isOver) return;
      if (reply.state === 'ok') setContent(reply.data.content);
      else sayFailure(reply);
    });
    return () => {
      isOver = true;
    };
  }, [api, id, chosen]);
  const restore = (): void => {
    if (!content) return;
    designer.act(`恢复第 ${chosen} 版`, () => ({ template: content, chosen: [] }));
    onClose();
  };
  return (
    <Dialog title="版本" shape="wide" maxWidth={820} onClose={onClose}>
      {!list ? (
        <p className="quiet">正在取</p>
      ) : (
        <div className={css.versions}>
          <ol aria-label="版本">
            {list.map(({ version, savedAt, elements, isCurrent }) => (
              <li key={version}>
                <button
                  type="button"
                  aria-pressed={version === chosen}
                  onClick={() => setChosen(version)}
                >
                  <b>第 {version} 版</b>
                  {isCurrent && <span className="tag">在用</span>}
                  <small className="quiet">
                    <Time at={savedAt} /> · {elements} 个元素
                  </small>
                </button>
              </li>
            ))}
          </ol>
          <div className={css.versionView}>
            <Segmented
              legend="看什么"
              name="version-view"
              quiet
              small
              value={view}
              options={VIEWS}
              onChange={setView}
            />
            {content ? (
              <Picture former={content} now={designer.doc().template} view={view} />
            ) : (
              <p className="quiet">正在取</p>
            )}
            <button type="button" className="button" disabled={!content} onClick={restore}>
              恢复这一版
            </button>
            <p className="small faint">恢复以后还能撤销，保存了才算数。</p>
          </div>
        </div>
      )}
    </Dialog>
  );
};
