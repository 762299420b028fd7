import type {
  DataTrouble,
  ElementInk,
  LabelData,
  LabelWarning,
  Media,
  ScanCode,
  Scene,
  SceneSymbol,
  Template,
} from '@yunbiao/label';
import { fetchFonts } from './font-store.ts';
import { rareCodeStore } from './rare-code-store.ts';

/** A label as the printer will get it: one bit a dot, here as opaque pixels. */
export type DrawnLabel = {
  widthDots: number;
  heightDots: number;
  dotsPerMm: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;
  warnings: readonly LabelWarning[];
  symbols: readonly SceneSymbol[];
  /** Light space the code of this element asks for, in dots. */
  quietDots: (elementId: string) => number;
  /** What each element blackens, in dots. */
  boxes: readonly ElementInk[];
  /** Its codes cut out, to be read back: the first `most`. */
  codes: (most: number) => ScanCode[];
};

/** A label as outlines: one unit of the SVG is one dot. */
export type LabelPicture = {
  svg: string;
  dpi: number;
  widthDots: number;
  heightDots: number;
  warnings: readonly LabelWarning[];
  symbols: SceneSymbol[];
  /** What each element blackens, in dots. */
  boxes: ElementInk[];
};

/** `at`: when formulas are worked out, `2026-11-23T14:05:09` by the viewer's clock; when left out, a day of samples. */
export type LabelEngine = {
  draw: (template: Template, data: LabelData, media: Media, at?: string) => DrawnLabel;
  /** The same as outlines, as public pages show it. */
  picture: (template: Template, data: LabelData, media: Media) => LabelPicture;
  /** Laid out for another surface. Not `isWhole`: outlines or encoders it needs are on their way; `onEngineState` tells. */
  scene: (
    template: Template,
    data: LabelData,
    media: Media,
    at: string,
  ) => { scene: Scene; isWhole: boolean };
  /** Only the warnings: layout without drawing. */
  check: (
    template: Template,
    data: LabelData,
    media: Media,
    at?: string,
  ) => readonly LabelWarning[];
  /** The check the server makes of a row before it takes it, characters without a glyph included. */
  dataCheck: (template: Template) => (data: LabelData) => readonly DataTrouble[];
};

export type EngineState =
  | { phase: 'idle' }
  /** `share`: 0–1 of the bytes. */
  | { phase: 'loading'; share: number }
  | { phase: 'ready'; engine: LabelEngine }
  | { phase: 'failed' };

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Of a character whose outline is on its way. The printer's side has all of them. */
const BLANK: LabelWarning = {
  elementId: '',
  code: 'glyph-waiting',
  level: 'warning',
  message: '有的字形还没取到，预览里先空着；印出来是全的',
};

const load = async (onShare: (share: number) => void): Promise<LabelEngine> => {
  // The same engine, told apart: what was drawn without something that has come is drawn again.
  const drawAgain = (): void => {
    if (state.phase === 'ready') setState({ phase: 'ready', engine: { ...state.engine } });
  };
  const [label, store] = await Promise.all([
    import('@yunbiao/label'),
    fetchFonts(onShare, drawAgain),
  ]);
  const rareCodes = rareCodeStore(drawAgain);
  // A task for itself: a person may be typing meanwhile.
  await nextTask();
  const fonts = label.loadFonts(store);
  await nextTask();
  const withBlanks = (warnings: readonly LabelWarning[]): readonly LabelWarning[] =>
    store.wasBlank() ? [...warnings, BLANK] : warnings;
  return {
    draw: (template, data, media, at = label.SAMPLE_AT) => {
      const scene = label.layoutLabel({ template, data, media, fonts, rareCodes, at });
      const bitmap = label.rasterize(scene);
      return {
        widthDots: scene.widthDots,
        heightDots: scene.heightDots,
        dotsPerMm: label.dotsPerMm(media.dpi),
        rgba: label.bitmapToRgba(bitmap),
        warnings: withBlanks(scene.warnings),
        symbols: label.sceneSymbols(scene),
        quietDots: (id) => label.quietDots(scene, id),
        boxes: label.sceneBoxes(scene),
        codes: (most) => label.scanCodes(scene, bitmap, most),
      };
    },
    picture: (template, data, media) => {
      // Public pages hand in a sample of every field, also of those that are worked out.
      const worked = new Set(
        template.fields.filter(({ formula }) => formula !== undefined).map(({ name }) => name),
      );
      const given = Object.entries(data).filter(([name]) => !worked.has(name));
      const scene = label.layoutLabel({
        template,
        data: Object.fromEntries(given),
        media,
        fonts,
        rareCodes,
        at: label.SAMPLE_AT,
      });
      const { dpi, widthDots, heightDots } = scene;
      const [svg, symbols] = [label.sceneToSvg(scene), label.sceneSymbols(scene)];
      const warnings = withBlanks(scene.warnings);
      const boxes = label.sceneBoxes(scene);
      return { svg, dpi, widthDots, heightDots, warnings, symbols, boxes };
    },
    scene: (template, data, media, at) => {
      const scene = label.layoutLabel({ template, data, media, fonts, rareCodes, at });
      // Asking for an outline is what fetches its piece.
      for (const op of scene.ops)
        if (op.kind === 'glyphs') for (const { glyph } of op.glyphs) op.font.getOutline(glyph);
      const isWaiting = scene.warnings.some(({ code }) => code === 'code-waiting');
      return { scene, isWhole: !store.wasBlank() && !isWaiting };
    },
    check: (template, data, media, at = label.SAMPLE_AT) =>
      label.layoutLabel({ template, data, media, fonts, rareCodes, at }).warnings,
    dataCheck: (template) => label.dataCheck(template, fonts),
  };
};

let state: EngineState = { phase: 'idle' };
const listeners = new Set<() => void>();

const setState = (next: EngineState): void => {
  state = next;
  for (const listener of Array.from(listeners)) listener();
};

export const engineState = (): EngineState => state;

export const onEngineState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Fetches the engine and its base fonts (2.4 MB, kept by the browser) once a page; again after a failure. */
export const wakeEngine = (): void => {
  if (state.phase === 'loading' || state.phase === 'ready') return;
  setState({ phase: 'loading', share: 0 });
  load((share) => state.phase === 'loading' && setState({ phase: 'loading', share })).then(
    (engine) => setState({ phase: 'ready', engine }),
    () => setState({ phase: 'failed' }),
  );
};

/** The engine once it is here, waking it when needed; rejects when it could not be fetched. */
export const readyEngine = (): Promise<LabelEngine> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      if (state.phase === 'ready') resolve(state.engine);
      else if (state.phase === 'failed') reject(new Error('the label engine could not be fetched'));
      else return;
      stop();
    };
    wakeEngine();
    const stop = onEngineState(settle);
    settle();
  });
