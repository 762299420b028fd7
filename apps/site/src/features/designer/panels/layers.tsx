import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { type DragEvent, useState } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { pressed } from '../canvas/choose-gesture.ts';
import { choose, moveTo } from '../model/arrange.ts';
import { withGroups } from '../model/doc.ts';
import { change } from '../model/edit.ts';
import { getCall, getKind } from '../model/words.ts';
import { KindIcon } from './kind-icon.tsx';

type LayersProps = {
  /** Ids of elements something is to be said of. */
  warned: ReadonlySet<string>;
};

/** Every element, in front first: choosing, order, locks, and what is shown. */
export const Layers = ({ warned }: LayersProps) => {
  const designer = useDesigner();
  const { template, chosen } = useStore(designer.history, ({ now }) => now);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const elements = [...template.elements].reverse();
  const drop = (event: DragEvent, id: string): void => {
    event.preventDefault();
    setOver(null);
    if (dragged === null) return;
    const to = template.elements.findIndex((element) => element.id === id);
    designer.act('改顺序', moveTo(dragged, to));
    setDragged(null);
  };
  return (
    <section className={css.layers} aria-label="图层">
      <h2 className={css.panelHead}>
        图层<span className="quiet">{elements.length}</span>
      </h2>
      {elements.length === 0 && (
        <p className={css.none}>还没有元素。先选一样（文字、条码……），再在标签上拖出大小。</p>
      )}
      <ul>
        {elements.map((element) => {
          const { id, locked, hidden } = element;
          const name = getCall(element);
          const isChosen = chosen.includes(id);
          const set = (part: 'locked' | 'hidden', what: string): void =>
            designer.act(what, change([id], { [part]: element[part] ? undefined : true }));
          return (
            <li
              key={id}
              className={[
                isChosen ? css.on : '',
                hidden ? css.hiddenLayer : '',
                over === id ? css.dropOver : '',
              ].join(' ')}
              draggable
              onDragStart={(event) => {
                setDragged(id);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', name);
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(id);
              }}
              onDragEnd={() => setOver(null)}
              onDrop={(event) => drop(event, id)}
            >
              <button
                type="button"
                className={css.layerName}
                aria-pressed={isChosen}
                onClick={(event) => {
                  if (event.shiftKey || event.ctrlKey || event.metaKey) pressed(designer, id, true);
                  else designer.act('选择', choose(withGroups(template, [id])));
                }}
              >
                <KindIcon name={getKind(element)} />
                <span>{name}</span>
                {warned.has(id) && (
                  <Status kind="uncertain">
                    <span className="visually-hidden">有提醒</span>
                  </Status>
                )}
              </button>
              <button
                type="button"
                className={`bare ${css.layerAct}`}
                data-on={locked}
                aria-label={`${locked ? '解锁' : '锁定'}${name}`}
                onClick={() => set('locked', locked ? '解锁' : '锁定')}
              >
                <KindIcon name={locked ? 'lock' : 'open'} />
              </button>
              <button
                type="button"
                className={`bare ${css.layerAct}`}
                data-on={hidden}
                aria-label={`${hidden ? '显示' : '隐藏'}${name}`}
                onClick={() => set('hidden', hidden ? '显示' : '隐藏')}
              >
                <KindIcon name={hidden ? 'closed' : 'eye'} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
