import { useStore } from '@yunbiao/ui/store.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { buildDesignDraftName, buildTabDraftName } from '../../kit/design/design-draft.ts';
import { ScanStatus } from '../../kit/label/scan/scan-results.tsx';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { openMenuAtSelection } from './canvas/open-menu.ts';
import { fitView, hasRoomForNotes, MAX_NOTES_PX, type Size, zoomBy } from './canvas/view.ts';
import { CanvasSection } from './canvas-section.tsx';
import css from './designer.module.css';
import { DataPane } from './data/data-pane.tsx';
import { useDesignerData } from './data/use-data.ts';
import { type Designer, useDesigner } from './designer.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { SavedState } from './file/saved-state.tsx';
import { useAbandonedDraft } from './file/use-abandoned-draft.ts';
import { useDesignDraft } from './file/use-design-draft.ts';
import { useSave } from './file/use-save.ts';
import { useTabNumber } from './file/use-tab.ts';
import { SnapSettings } from './panels/canvas-foot.tsx';
import { KitHost } from './kits/kit-host.tsx';
import { PanelDock, type Sheet } from './panels/dock.tsx';
import { GradePart } from './panels/parts/grade-part.tsx';
import { Layers } from './panels/layers.tsx';
import { Palette } from './panels/palette.tsx';
import { Properties } from './panels/properties.tsx';
import { NO_ROWS, ShownValuesProvider } from './shown-values.ts';
import { useClipboard } from './use-clipboard.ts';
import { useEditContent } from './use-edit-content.ts';
import type { ShortcutActions } from './shortcuts.ts';
import { useDesignerShortcuts } from './use-keys.ts';
import { useTour } from './tour/use-tour.ts';
import { usePrintDesign } from './use-print-design.ts';
import { useLabelPreview } from './use-shown-label.ts';
import { WorkBar } from './work-bar.tsx';

const ShortcutSheet = createOnDemandComponent(
  async () => (await import('./panels/shortcut-sheet.tsx')).ShortcutSheet,
);

const Tour = createOnDemandComponent(async () => (await import('./tour/tour.tsx')).Tour);

const NO_ROOM: Size = { width: 0, height: 0 };

/** The draft of this window. */
const useWindowDraft = (designer: Designer, alias: string, id: string) => {
  const draftName = buildDesignDraftName(alias, id);
  const tab = useTabNumber(draftName);
  const draft = useDesignDraft(designer, tab === null ? null : buildTabDraftName(draftName, tab));
  useAbandonedDraft(designer, draftName, draft.ready);
  return draft;
};

/** Returns a function that fits the label to the canvas, beside its notes if it has any. */
const useFitLabel = (designer: Designer, room: Size, hasNotes: boolean) =>
  useCallback((): void => {
    const { dpi } = designer.look.get();
    const notes = hasNotes && hasRoomForNotes(room) ? MAX_NOTES_PX : 0;
    designer.look.set((settings) => ({ ...settings, isFitted: true }));
    designer.view.set(fitView(designer.getDoc().template, room, dpi, notes));
  }, [designer, room, hasNotes]);

/** The complete window: bar, palette, layers, canvas, properties. */
export const DesignerWorkspace = ({ alias, id }: { alias: string; id: string }) => {
  const designer = useDesigner();
  const draft = useWindowDraft(designer, alias, id);
  const template = useStore(designer.history, ({ now }) => now.template);
  const data = useDesignerData(alias, id, template);
  const saving = useSave(designer, draft.onSaved);
  const print = usePrintDesign(alias, data, saving.ensureSaved);
  const stage = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(NO_ROOM);
  const [isHelp, setHelp] = useState(false);
  const closeHelp = useCallback(() => setHelp(false), []);
  const tour = useTour();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const { shown, drawn, scan, problems } = useLabelPreview(data.shown);
  const rows = data.hasRows ? data.rows : NO_ROWS;
  const values = useMemo(() => ({ ...shown, rows }), [shown, rows]);
  const warnedIds = useMemo(() => new Set(problems.map(({ elementId }) => elementId)), [problems]);
  const fit = useFitLabel(designer, room, problems.length > 0);
  const { editContent, onTextDrawn } = useEditContent(designer, properties, setSheet);
  const clipboard = useClipboard(stage);
  const actions: ShortcutActions = {
    designer,
    fit,
    editContent,
    clipboard,
    zoom: (factor) => zoomBy(designer, factor, room),
    save: () => void saving.save(),
    print: () => void print(),
    showHelp: () => setHelp(true),
    openMenu: () => openMenuAtSelection(designer, stage.current),
  };
  useDesignerShortcuts(stage, actions);
  return (
    <main className={css.work}>
      <h1 className="visually-hidden">标签设计器</h1>
      <WorkBar
        {...{ alias, data, ...saving }}
        saved={<SavedState keptAt={draft.keptAt} />}
        scans={drawn && <ScanStatus drawn={drawn} scan={scan} />}
        onHelp={actions.showHelp}
        onTour={tour.start}
        onPrint={print}
      />
      <Palette isOpen={sheet === 'palette'} onTextDrawn={onTextDrawn} />
      <aside className={css.side} data-open={sheet === 'layers' || undefined}>
        <Layers warned={warnedIds} />
        <SnapSettings />
      </aside>
      <CanvasSection
        {...{ shown, drawn, problems, stage, warned: warnedIds, room, onTextDrawn, data, actions }}
        onRoom={setRoom}
      />
      <div
        ref={properties}
        className={css.properties}
        data-open={sheet === 'properties' || undefined}
      >
        <ShownValuesProvider value={values}>
          <Properties
            renderGrade={(elementId) => <GradePart id={elementId} drawn={drawn} scan={scan} />}
            problems={problems}
          />
          <KitHost />
        </ShownValuesProvider>
      </div>
      <DataPane data={data} isOpen={sheet === 'data'} menu={<ExportMenu data={data} />} />
      <PanelDock open={sheet} room={room} onOpen={setSheet} />
      {tour.state !== 'closed' && (
        <Tour
          key={tour.run}
          isAsked={tour.state === 'asked'}
          onClose={tour.close}
          {...(tour.state === 'asked' && { onGiveUp: tour.leave })}
        />
      )}
      {isHelp && <ShortcutSheet onClose={closeHelp} onGiveUp={closeHelp} />}
    </main>
  );
};
