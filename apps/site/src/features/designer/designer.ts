import type { Dpi, Template } from '@yunbiao/label';
import { createStore, type Store } from '@yunbiao/ui/store.ts';
import { createContext, useContext } from 'react';
import { type File, openFile, type Opened } from './file/source.ts';
import type { Box } from './model/box.ts';
import type { Command, Doc } from './model/doc.ts';
import { type History, perform, redo, startHistory, undo } from './model/history.ts';
import type { Kind } from './model/make.ts';
import type { Axis, Place } from './model/table.ts';
import type { SnapGap, SnapLine } from './model/snap.ts';

/** Where the label lies in the canvas: CSS px a millimetre, and px from the canvas's corner to the label's. */
export type View = { scale: number; xPx: number; yPx: number };

/** What the pointer does next: choose, or draw a new element. */
export type Tool = 'select' | Exclude<Kind, 'image'>;

/** What is under way and not done yet: shown, and in no history. */
export type Live =
  | {
      kind: 'move';
      ids: readonly string[];
      dxMm: number;
      dyMm: number;
      /** Copies go, the elements stay. */
      isCopy: boolean;
      lines: SnapLine[];
      gaps: SnapGap[];
    }
  | { kind: 'resize'; boxes: ReadonlyMap<string, Box>; lines: SnapLine[] }
  | { kind: 'marquee'; box: Box }
  | { kind: 'draw'; tool: Exclude<Kind, 'image'>; box: Box; lines: SnapLine[] }
  /** A line of a table, at so many mm of the label. */
  | { kind: 'line'; id: string; axis: Axis; index: number; at: number; lines: SnapLine[] }
  | { kind: 'guide'; axis: 'x' | 'y'; from: number | null; at: number };

/** How the label is looked at; nothing of it is saved with the template. */
export type Look = {
  /** `dots`: as it is printed, without the designer's own lines. */
  mode: 'edit' | 'dots';
  dpi: Dpi;
  snapsToDots: boolean;
  snapsToElements: boolean;
  /** The canvas follows the window until somebody zooms. */
  isFitted: boolean;
};

export type Designer = {
  history: Store<History>;
  file: Store<File>;
  /** The label as the server has drawn it: shown until the engine is here, or the label is another. */
  served: { template: Template; picture: string } | null;
  /** Of the file; here, because saving a copy takes the page to another address under it. */
  dialog: Store<'versions' | 'share' | null>;
  view: Store<View>;
  look: Store<Look>;
  tool: Store<Tool>;
  live: Store<Live | null>;
  /** The cell of the chosen table that is edited. */
  cell: Store<Place | null>;
  /** The element a pointer is over. */
  hovered: Store<string | null>;
  /** `what`: in the words of the undo button. Acts of one `key` in quick succession are undone together. */
  act: (what: string, command: Command, key?: string) => void;
  undo: () => void;
  redo: () => void;
  doc: () => Doc;
};

export const createDesigner = (opened: Opened): Designer => {
  const history = createStore(startHistory({ template: opened.template, chosen: [] }));
  const live = createStore<Live | null>(null);
  return {
    history,
    file: createStore(openFile(opened)),
    served: opened.picture ? { template: opened.template, picture: opened.picture } : null,
    dialog: createStore<'versions' | 'share' | null>(null),
    live,
    view: createStore<View>({ scale: 8, xPx: 72, yPx: 72 }),
    look: createStore<Look>({
      mode: 'edit',
      dpi: 203,
      snapsToDots: true,
      snapsToElements: true,
      isFitted: true,
    }),
    tool: createStore<Tool>('select'),
    cell: createStore<Place | null>(null),
    hovered: createStore<string | null>(null),
    act: (what, command, key = '') =>
      history.set((now) => perform(now, command, { what, key, at: Date.now() })),
    undo: () => history.set(undo),
    redo: () => history.set(redo),
    doc: () => history.get().now,
  };
};

const DesignerReact = createContext<Designer | null>(null);
export const DesignerProvider = DesignerReact.Provider;

export const useDesigner = (): Designer => {
  const designer = useContext(DesignerReact);
  if (!designer) throw new Error('Outside of the designer.');
  return designer;
};
