import { useNavigate } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onDemand } from '../../kit/site/on-demand.ts';
import { Scans } from '../../kit/label/scans.tsx';
import { CanvasPane, notesWidth } from './canvas/canvas-pane.tsx';
import { Loupe } from './canvas/loupe.tsx';
import { fitted, type Size, zoomBy } from './canvas/view.ts';
import css from './designer.module.css';
import { DataPane } from './data/data-pane.tsx';
import { useData } from './data/use-data.ts';
import { useHandOver } from './data/use-hand-over.ts';
import { createDesigner, DesignerProvider, useDesigner } from './designer.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { FileMenu } from './file/file-menu.tsx';
import { keptFor, letGo } from './file/kept.ts';
import { NewerBar } from './file/newer-bar.tsx';
import { SavedState } from './file/saved-state.tsx';
import type { Opened } from './file/source.ts';
import { useDesignDraft } from './file/use-design-draft.ts';
import { useSave } from './file/use-save.ts';
import { useLeftDraft } from './file/use-left-draft.ts';
import { designDraft, getDraft, useTab } from './file/use-tab.ts';
import { getElement } from './model/doc.ts';
import { getCall } from './model/words.ts';
import { Bar } from './panels/bar.tsx';
import { CanvasFoot, SnapPart } from './panels/canvas-foot.tsx';
import { Dock, type Sheet } from './panels/dock.tsx';
import { GradePart } from './panels/grade-part.tsx';
import { Layers } from './panels/layers.tsx';
import { Notes } from './panels/notes.tsx';
import { Palette } from './panels/palette.tsx';
import { Properties } from './panels/properties.tsx';
import { NO_ROWS, ShownValuesProvider } from './shown-values.ts';
import { usePictures } from './picture/use-pictures.ts';
import { useClipboard } from './use-clipboard.ts';
import { useKeys } from './use-keys.ts';
import { useShown } from './use-shown.ts';

const ShortcutSheet = onDemand(
  async () => (await import('./panels/shortcut-sheet.tsx')).ShortcutSheet,
);

const NO_ROOM: Size = { width: 0, height: 0 };

/** The whole window: bar, palette, layers, canvas, properties. */
const Work = ({ alias, id }: { alias: string; id: string }) => {
  const designer = useDesigner();
  const navigate = useNavigate();
  const draftName = designDraft(alias, id);
  const tab = useTab(draftName);
  const draft = useDesignDraft(designer, tab === null ? null : getDraft(draftName, tab));
  useLeftDraft(designer, draftName, draft.ready);
  const template = useStore(designer.history, ({ now }) => now.template);
  const data = useData(alias, id, template);
  const handOver = useHandOver(alias, data);
  const { save, ensureSaved } = useSave(designer, draft.saved);
  const print = useCallback(async (): Promise<void> => {
    const stored = await ensureSaved();
    if (stored === null) return;
    handOver(stored);
    await navigate({
      to: '/$soft/user/print',
      params: { soft: alias },
      search: { template: stored },
    });
  }, [ensureSaved, handOver, navigate, alias]);
  const stage = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(NO_ROOM);
  const [isHelp, setHelp] = useState(false);
  const closeHelp = useCallback(() => setHelp(false), []);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const isDots = useStore(designer.look, ({ mode }) => mode === 'dots');
  const { shown, drawn, scan, problems } = useShown(data.shown);
  const rows = data.hasRows ? data.rows : NO_ROWS;
  const values = useMemo(() => ({ ...shown, rows }), [shown, rows]);
  const warned = useMemo(() => new Set(problems.map(({ elementId }) => elementId)), [problems]);
  const warnedBoxes = useMemo(
    () => template.elements.filter(({ id, hidden }) => warned.has(id) && !hidden),
    [template, warned],
  );
  const fit = useCallback((): void => {
    const { dpi } = designer.look.get();
    designer.look.set((look) => ({ ...look, isFitted: true }));
    designer.view.set(fitted(designer.doc().template, room, dpi, notesWidth(room)));
  }, [designer, room]);
  const editContent = useCallback((): void => {
    setSheet('properties');
    requestAnimationFrame(() => {
      const area = properties.current?.querySelector<HTMLElement>(
        '[data-content], select[name="column"]',
      );
      area?.focus();
      if (area instanceof HTMLTextAreaElement) area.select();
    });
  }, []);
  /** What a new text says is typed at once, where its panel does not cover it. */
  const onTextDrawn = useCallback((): void => {
    if (properties.current?.checkVisibility()) editContent();
  }, [editContent]);
  const pictures = usePictures();
  useClipboard(stage);
  useKeys(stage, {
    designer,
    zoom: (factor) => zoomBy(designer, factor, room),
    fit,
    save: () => void save(),
    print: () => void print(),
    help: () => setHelp(true),
    editContent,
  });
  const getName = useCallback(
    (id: string): string => {
      const element = getElement(designer.doc().template, id);
      return element ? getCall(element) : '';
    },
    [designer],
  );
  return (
    <main className={css.work}>
      <h1 className="visually-hidden">标签设计器</h1>
      <Bar
        alias={alias}
        saved={<SavedState keptAt={draft.keptAt} />}
        scans={drawn && <Scans drawn={drawn} scan={scan} />}
        onHelp={() => setHelp(true)}
      >
        <FileMenu onSave={save} onEnsure={ensureSaved} />
        <span className={css.wideOnly}>
          <ExportMenu data={data} />
        </span>
        <button type="button" className="button compact" onClick={() => void save()}>
          保存
        </button>
        <button
          type="button"
          className="button primary compact"
          aria-label="打印"
          onClick={() => void print()}
        >
          <Icon name="print" />
          <span className={css.wideOnly}>打印</span>
        </button>
      </Bar>
      <Palette isOpen={sheet === 'palette'} onPicture={() => void pictures.choose()} />
      <aside className={css.side} data-open={sheet === 'layers' || undefined}>
        <Layers warned={warned} />
        <SnapPart />
      </aside>
      <section className={css.canvas} aria-label="画布">
        <NewerBar />
        <CanvasPane
          shown={shown}
          stage={stage}
          warned={warnedBoxes}
          getName={getName}
          onRoom={setRoom}
          onEditContent={editContent}
          onTextDrawn={onTextDrawn}
        >
          <Notes problems={problems} room={room} />
          {isDots && drawn && <Loupe drawn={drawn} stage={stage} room={room} />}
        </CanvasPane>
        <CanvasFoot room={room} problems={problems} fit={fit} />
      </section>
      <div
        ref={properties}
        className={css.properties}
        data-open={sheet === 'properties' || undefined}
      >
        <ShownValuesProvider value={values}>
          <Properties
            grade={(id) => <GradePart id={id} drawn={drawn} scan={scan} />}
            problems={problems}
          />
        </ShownValuesProvider>
      </div>
      <DataPane data={data} isOpen={sheet === 'data'} menu={<ExportMenu data={data} />} />
      <Dock open={sheet} onOpen={setSheet} />
      {isHelp && <ShortcutSheet onClose={closeHelp} onGiveUp={closeHelp} />}
    </main>
  );
};

/** The label designer. */
export const DesignerPage = ({
  alias,
  id,
  opened,
}: {
  alias: string;
  id: string;
  opened: Opened;
}) => {
  const [designer] = useState(() => keptFor(id) ?? createDesigner(opened));
  useEffect(letGo, []);
  useEffect(() => {
    if (opened.isGone)
      toast.warn('这个分享链接打不开了：分享的人停止了分享', { durationMs: 8_000 });
  }, [opened]);
  return (
    <DesignerProvider value={designer}>
      <Work alias={alias} id={id} />
    </DesignerProvider>
  );
};
