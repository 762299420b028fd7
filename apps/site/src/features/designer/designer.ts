import type { Dpi, Template } from '@yunbiao/label';
import { createStore, type Store } from '@yunbiao/ui/store.ts';
import { createContext, useContext } from 'react';
import type { Refusal } from './export/refusal.ts';
import { type DesignFile, createDesignFile, type Opened } from './file/source.ts';
import type { KitDialog } from './kits/kit-dialogs.ts';
import type { Box } from '@yunbiao/designer/box';
import type { Command, Doc } from '@yunbiao/designer/doc';
import { type History, performCommand, redo, createHistory, undo } from '@yunbiao/designer/history';
import type { Kind } from '@yunbiao/designer/make-element';
import type { Axis, Place } from '@yunbiao/designer/table';
import type { SnapGap, SnapLine } from '@yunbiao/designer/snap';
import type { ElementStyle } from '@yunbiao/designer/style';

/**
 * Position of the label on the canvas: scale in CSS px per mm, and offset in px from the canvas's
 * corner.
 */
export type View = { scale: number; xPx: number; yPx: number };

/** Action of the next press: select, or draw a new element. */
export type Tool = 'select' | Exclude<Kind, 'image'>;

/** A change in progress. It is shown, but not in the history. */
export type LiveChange =
  | {
      kind: 'move';
      ids: readonly string[];
      dxMm: number;
      dyMm: number;
      /** Copies are moved, the originals stay. */
      isCopy: boolean;
      lines: SnapLine[];
      gaps: SnapGap[];
    }
  | { kind: 'resize'; boxes: ReadonlyMap<string, Box>; lines: SnapLine[] }
  | { kind: 'marquee'; box: Box }
  | { kind: 'draw'; tool: Exclude<Kind, 'image'>; box: Box; lines: SnapLine[] }
  /** A line of a table; `at`: its position on the label, mm. */
  | { kind: 'line'; id: string; axis: Axis; index: number; at: number; lines: SnapLine[] }
  | { kind: 'guide'; axis: 'x' | 'y'; from: number | null; at: number };

/** View settings; not saved with the template. */
export type ViewSettings = {
  /** `dots`: the label as printed, without selection and guides. */
  mode: 'edit' | 'dots';
  dpi: Dpi;
  snapsToDots: boolean;
  snapsToElements: boolean;
  /** The label is fitted to the canvas until the member zooms. */
  isFitted: boolean;
};

/** Where a context menu opens, px in the window; `at`: the point of the label below it, mm. */
export type MenuPlace = { x: number; y: number; at: { x: number; y: number } };

export type Designer = {
  history: Store<History>;
  file: Store<DesignFile>;
  /** The label rendered by the server. Shown until the engine is loaded or the label changes. */
  served: { template: Template; picture: string } | null;
  /**
   * Open dialog of the file menu. Stored here because saving a copy navigates to another URL while
   * the dialog stays open.
   */
  dialog: Store<'versions' | 'share' | null>;
  kit: Store<KitDialog | null>;
  /** Why the last export was refused. */
  refusal: Store<Refusal | null>;
  /** Open context menu, at this point of the window, px. */
  menu: Store<MenuPlace | null>;
  view: Store<View>;
  look: Store<ViewSettings>;
  tool: Store<Tool>;
  /** Copied style that the next presses give to elements; null without one. */
  style: Store<ElementStyle | null>;
  /** The style copied last, for pasting with the keyboard. */
  copiedStyle: Store<ElementStyle | null>;
  live: Store<LiveChange | null>;
  /** Id of the text that is edited on the label. */
  textEditing: Store<string | null>;
  /** The edited cell of the selected table. */
  cell: Store<Place | null>;
  /** Ids of the elements that a condition hides on the shown label. */
  unprinted: Store<ReadonlySet<string>>;
  /** Id of the element under the pointer. */
  hovered: Store<string | null>;
  /**
   * `what`: text of the undo button. Actions with the same `key` in quick succession form one undo
   * step.
   */
  execute: (description: string, command: Command, key?: string) => void;
  undo: () => void;
  redo: () => void;
  getDoc: () => Doc;
};

export const createDesigner = (openedDesign: Opened): Designer => {
  const history = createStore(createHistory({ template: openedDesign.template, chosen: [] }));
  const live = createStore<LiveChange | null>(null);
  return {
    history,
    file: createStore(createDesignFile(openedDesign)),
    served: openedDesign.picture
      ? { template: openedDesign.template, picture: openedDesign.picture }
      : null,
    dialog: createStore<'versions' | 'share' | null>(null),
    kit: createStore<KitDialog | null>(null),
    refusal: createStore<Refusal | null>(null),
    menu: createStore<MenuPlace | null>(null),
    live,
    view: createStore<View>({ scale: 8, xPx: 72, yPx: 72 }),
    look: createStore<ViewSettings>({
      mode: 'edit',
      dpi: 203,
      snapsToDots: true,
      snapsToElements: true,
      isFitted: true,
    }),
    tool: createStore<Tool>('select'),
    style: createStore<ElementStyle | null>(null),
    copiedStyle: createStore<ElementStyle | null>(null),
    textEditing: createStore<string | null>(null),
    cell: createStore<Place | null>(null),
    unprinted: createStore<ReadonlySet<string>>(new Set()),
    hovered: createStore<string | null>(null),
    execute: (description, command, key = '') =>
      history.set((now) =>
        performCommand(now, command, { what: description, key, at: Date.now() }),
      ),
    undo: () => history.set(undo),
    redo: () => history.set(redo),
    getDoc: () => history.get().now,
  };
};

const DesignerContext = createContext<Designer | null>(null);
export const DesignerProvider = DesignerContext.Provider;

export const useDesigner = (): Designer => {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('Outside of the designer.');
  return designer;
};
