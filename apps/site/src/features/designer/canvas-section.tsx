import { isElementHidden } from '@yunbiao/label/groups';
import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useCallback, useMemo } from 'react';
import { ContextMenu } from './menu/context-menu.tsx';
import { CanvasPane } from './canvas/canvas-pane.tsx';
import { Loupe } from './canvas/loupe.tsx';
import type { Size } from './canvas/view.ts';
import css from './designer.module.css';
import { type Designer, useDesigner } from './designer.ts';
import type { Data } from './data/use-data.ts';
import { RefusalBar } from './export/refusal-bar.tsx';
import { NewerVersionBar } from './file/newer-bar.tsx';
import { findElement } from '@yunbiao/designer/doc';
import { getElementDisplayName } from '@yunbiao/designer/element-names';
import { CanvasFoot } from './panels/canvas-foot.tsx';
import { ProblemNotes } from './panels/notes.tsx';
import type { ShortcutActions } from './shortcuts.ts';
import { useUnprintedElements } from './use-unprinted.ts';
import type { useLabelPreview } from './use-shown-label.ts';

type CanvasSectionProps = Pick<
  ReturnType<typeof useLabelPreview>,
  'shown' | 'drawn' | 'problems'
> & {
  stage: RefObject<HTMLDivElement | null>;
  data: Data;
  /** Ids of elements with problems. */
  warned: ReadonlySet<string>;
  /** Size of the canvas. */
  room: Size;
  actions: ShortcutActions;
  onRoom: (room: Size) => void;
  onTextDrawn: () => void;
};

/** Visible elements with problems. */
const useElementsWithWarnings = (designer: Designer, warnedIds: ReadonlySet<string>) => {
  const template = useStore(designer.history, ({ now }) => now.template);
  return useMemo(
    () =>
      template.elements.filter(
        (element) => warnedIds.has(element.id) && !isElementHidden(template, element),
      ),
    [template, warnedIds],
  );
};

/** Canvas with the label, its notes and the bar of view settings. */
export const CanvasSection = (props: CanvasSectionProps) => {
  const { shown, drawn, problems, stage, warned, room, onRoom } = props;
  const { actions, onTextDrawn, data } = props;
  const designer = useDesigner();
  useUnprintedElements(designer, shown);
  const isDots = useStore(designer.look, ({ mode }) => mode === 'dots');
  const warnedBoxes = useElementsWithWarnings(designer, warned);
  const getName = useCallback(
    (id: string): string => {
      const { template } = designer.getDoc();
      const element = findElement(template, id);
      return element ? getElementDisplayName(element, template.fields) : '';
    },
    [designer],
  );
  return (
    <section className={css.canvas} data-tour="scan" aria-label="画布">
      <NewerVersionBar />
      <RefusalBar data={data} />
      <CanvasPane
        {...{ shown, stage, getName, onRoom, onTextDrawn }}
        onEditContent={actions.editContent}
        warned={warnedBoxes}
      >
        <ProblemNotes problems={problems} room={room} />
        {isDots && drawn && <Loupe drawn={drawn} stage={stage} room={room} />}
      </CanvasPane>
      <CanvasFoot room={room} problems={problems} onFit={actions.fit} />
      <ContextMenu actions={actions} stage={stage} />
    </section>
  );
};
