import type {
  DataFault,
  ElementInk,
  Fonts,
  LabelData,
  LabelWarning,
  LibraryPictures,
  Media,
  GetRareEncoders,
  ScanCode,
  Scene,
  SceneSymbol,
  Template,
} from '@yunbiao/label';
import { createLibraryPictureStore, type PictureLookup } from './library-picture-store.ts';
import { fetchFonts, type FontStore } from './font-store.ts';
import { createRareSymbologyStore } from './rare-symbology-store.ts';

/** A label as the printer receives it: one bit per dot, here as opaque pixels. */
export type DrawnLabel = {
  widthDots: number;
  heightDots: number;
  dotsPerMm: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;
  warnings: readonly LabelWarning[];
  symbols: readonly SceneSymbol[];
  /** Quiet zone that the code of this element requires, in dots. */
  getQuietDots: (elementId: string) => number;
  /** Area that each element blackens, in dots. */
  boxes: readonly ElementInk[];
  /** Returns the first `most` codes as images, to verify that they scan. */
  listScanCodes: (max: number) => ScanCode[];
};

/** A label as vector outlines: one SVG unit is one dot. */
export type LabelPicture = {
  svg: string;
  dpi: number;
  widthDots: number;
  heightDots: number;
  warnings: readonly LabelWarning[];
  symbols: SceneSymbol[];
  /** Area that each element blackens, in dots. */
  boxes: ElementInk[];
};

/**  `at`: local time for formulas, such as `2026-11-23T14:05:09`. Default: a fixed sample date. */
export type LabelEngine = {
  draw: (template: Template, data: LabelData, media: Media, at?: string) => DrawnLabel;
  /** Draws vector outlines for public pages. */
  drawPicture: (template: Template, data: LabelData, media: Media) => LabelPicture;
  /**
   * Lays out the label for another output. `isComplete` is false while glyphs or encoders are
   * loading; `subscribeToEngineState` notifies when they arrive.
   */
  layOutScene: (
    template: Template,
    data: LabelData,
    media: Media,
    at: string,
  ) => { scene: Scene; isComplete: boolean };
  /** Lays out the label without drawing it and returns the warnings. */
  check: (
    template: Template,
    data: LabelData,
    media: Media,
    at?: string,
  ) => readonly LabelWarning[];
  /** The validation of a row that the server also does, including characters without a glyph. */
  createDataCheck: (template: Template, at?: string) => (data: LabelData) => readonly DataFault[];
};

export type EngineState =
  | { phase: 'idle' }
  /** `share`: loaded share of the bytes, 0–1. */
  | { phase: 'loading'; share: number }
  | { phase: 'ready'; engine: LabelEngine }
  | { phase: 'failed' };

const waitForNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Warning for glyphs that are still loading. The print side has all glyphs. */
const GLYPHS_LOADING_WARNING: LabelWarning = {
  elementId: '',
  code: 'glyph-waiting',
  level: 'warning',
  message: '有的字形还没取到，预览里先空着；打印出来是全的',
};

const WAITING_CODES: ReadonlySet<string> = new Set(['code-waiting', 'image-waiting']);

const importLabelLibrary = () => import('@yunbiao/label');

type Library = Awaited<ReturnType<typeof importLabelLibrary>>;

const omitComputedFields = ({ fields }: Template, data: LabelData): LabelData => {
  const computedNames = new Set(
    fields.filter(({ formula }) => formula !== undefined).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(data).filter(([name]) => !computedNames.has(name)));
};

/** A check of values that knows which elements the conditions of a row hide. */
const createDataCheck = (
  label: Library,
  fonts: Fonts,
  { template, at = label.SAMPLE_TIME }: { template: Template; at: string | undefined },
): ReturnType<LabelEngine['createDataCheck']> =>
  label.createLabelDataCheck(template, fonts, (data) =>
    label.listNeededNames(template, data, { at }),
  );

const createEngine = (
  label: Library,
  store: FontStore,
  means: { fonts: Fonts; rareCodes: GetRareEncoders; pictures: LibraryPictures },
): LabelEngine => {
  const addLoadingWarning = (warnings: readonly LabelWarning[]): readonly LabelWarning[] =>
    store.consumeMissingGlyphs() ? [...warnings, GLYPHS_LOADING_WARNING] : warnings;
  return {
    draw: (template, data, media, at = label.SAMPLE_TIME) => {
      const scene = label.layoutLabel({ template, data, media, ...means, at });
      const bitmap = label.rasterizeScene(scene);
      return {
        widthDots: scene.widthDots,
        heightDots: scene.heightDots,
        dotsPerMm: label.getDotsPerMm(media.dpi),
        rgba: label.bitmapToRgba(bitmap),
        warnings: addLoadingWarning(scene.warnings),
        symbols: label.listSceneSymbols(scene),
        getQuietDots: (id) => label.computeQuietZoneDots(scene, id),
        boxes: label.listElementInkBoxes(scene),
        listScanCodes: (max) => label.extractScanCodes(scene, bitmap, max),
      };
    },
    drawPicture: (template, data, media) => {
      // Public pages pass samples for all fields, including computed ones.
      const scene = label.layoutLabel({
        template,
        data: omitComputedFields(template, data),
        media,
        ...means,
        at: label.SAMPLE_TIME,
      });
      const { dpi, widthDots, heightDots } = scene;
      const [svg, symbols] = [label.sceneToSvg(scene), label.listSceneSymbols(scene)];
      const warnings = addLoadingWarning(scene.warnings);
      const boxes = label.listElementInkBoxes(scene);
      return { svg, dpi, widthDots, heightDots, warnings, symbols, boxes };
    },
    layOutScene: (template, data, media, at) => {
      const scene = label.layoutLabel({ template, data, media, ...means, at });
      // Requesting an outline starts loading its font piece.
      for (const op of scene.ops)
        if (op.kind === 'glyphs') for (const { glyph } of op.glyphs) op.font.getOutline(glyph);
      const isWaiting = scene.warnings.some(({ code }) => WAITING_CODES.has(code));
      return { scene, isComplete: !store.consumeMissingGlyphs() && !isWaiting };
    },
    check: (template, data, media, at = label.SAMPLE_TIME) =>
      label.layoutLabel({ template, data, media, ...means, at }).warnings,
    createDataCheck: (template, at) => createDataCheck(label, means.fonts, { template, at }),
  };
};

const loadLabelEngine = async (onShare: (share: number) => void): Promise<LabelEngine> => {
  // A new object for the same engine makes components draw again with the loaded pieces.
  const notifyGlyphsLoaded = (): void => {
    if (state.phase === 'ready') setEngineState({ phase: 'ready', engine: { ...state.engine } });
  };
  const [label, store] = await Promise.all([
    importLabelLibrary(),
    fetchFonts(onShare, notifyGlyphsLoaded),
  ]);
  const rareCodes = createRareSymbologyStore(notifyGlyphsLoaded);
  const library = createLibraryPictureStore({ decode: label.readPng, onCome: notifyGlyphsLoaded });
  library.setLookup(pictureLookup);
  libraryStore = library;
  // Run as a separate task, because the user may be typing.
  await waitForNextTask();
  const fonts = label.loadFonts(store);
  await waitForNextTask();
  return createEngine(label, store, { fonts, rareCodes, pictures: library.pictures });
};

let pictureLookup: PictureLookup | null = null;
let libraryStore: ReturnType<typeof createLibraryPictureStore> | undefined;

/** Says how pictures of the member's library are found; null without a member. */
export const setPictureLookup = (lookup: PictureLookup | null): void => {
  pictureLookup = lookup;
  libraryStore?.setLookup(lookup);
};

/** How pictures of the member's library are found now; null without a member. */
export const getPictureLookup = (): PictureLookup | null => pictureLookup;

/** Draws again after a change of the library. */
export const refreshLibraryPictures = (): void => libraryStore?.refresh();

let state: EngineState = { phase: 'idle' };
const listeners = new Set<() => void>();

const setEngineState = (next: EngineState): void => {
  state = next;
  for (const listener of Array.from(listeners)) listener();
};

export const getEngineState = (): EngineState => state;

export const subscribeToEngineState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Loads the engine and its base fonts (2.4 MB, cached by the browser) once per page. Tries again
 * after a failure.
 */
export const startLoadingEngine = (): void => {
  if (state.phase === 'loading' || state.phase === 'ready') return;
  setEngineState({ phase: 'loading', share: 0 });
  loadLabelEngine(
    (share) => state.phase === 'loading' && setEngineState({ phase: 'loading', share }),
  ).then(
    (engine) => setEngineState({ phase: 'ready', engine }),
    () => setEngineState({ phase: 'failed' }),
  );
};

/** Starts the engine if necessary. Rejects when it cannot be loaded. */
export const waitForEngine = (): Promise<LabelEngine> =>
  new Promise((resolve, reject) => {
    const resolveWhenReady = (): void => {
      if (state.phase === 'ready') resolve(state.engine);
      else if (state.phase === 'failed') reject(new Error('the label engine could not be fetched'));
      else return;
      stop();
    };
    startLoadingEngine();
    const stop = subscribeToEngineState(resolveWhenReady);
    resolveWhenReady();
  });
