import type {
  DataTrouble,
  ElementInk,
  Fonts,
  LabelData,
  LabelWarning,
  Media,
  SceneSymbol,
  Template,
} from '@yunbiao/label';
import boldUrl from '@yunbiao/label/fonts/yunbiao-sans-sc-700.ttf?url';
import regularUrl from '@yunbiao/label/fonts/yunbiao-sans-sc-400.ttf?url';

/** A label as the printer will get it: one bit a dot, here as opaque pixels. */
export type DrawnLabel = {
  widthDots: number;
  heightDots: number;
  dotsPerMm: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;
  warnings: readonly LabelWarning[];
  symbols: readonly SceneSymbol[];
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

/** What a label says about itself without being drawn. */
export type LabelEngine = {
  draw: (template: Template, data: LabelData, media: Media) => DrawnLabel;
  /** The same as outlines, as public pages show it. */
  picture: (template: Template, data: LabelData, media: Media) => LabelPicture;
  /** Only the warnings: layout without drawing. */
  check: (template: Template, data: LabelData, media: Media) => readonly LabelWarning[];
  /** The check the server makes of a row before it takes it, characters without a glyph included. */
  dataCheck: (template: Template) => (data: LabelData) => readonly DataTrouble[];
};

export type EngineState =
  | { phase: 'idle' }
  /** `share`: 0–1 of the bytes. */
  | { phase: 'loading'; share: number }
  | { phase: 'ready'; engine: LabelEngine }
  | { phase: 'failed' };

/** Used when a server does not say how long a font is. */
const FONT_BYTES = 2_750_000;

const fetchBytes = async (
  url: string,
  onShare: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`font: HTTP ${response.status}`);
  // A compressed answer's length is not that of the bytes read: the estimate serves then.
  const told = response.headers.has('content-encoding')
    ? 0
    : Number(response.headers.get('content-length') ?? 0);
  const total = told > 0 ? told : FONT_BYTES;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    onShare(Math.min(1, bytes / total));
  }
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
};

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const load = async (onShare: (share: number) => void): Promise<LabelEngine> => {
  const shares = [0, 0];
  const report = (index: number) => (share: number) => {
    shares[index] = share;
    onShare(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2);
  };
  const [label, regular, bold] = await Promise.all([
    import('@yunbiao/label'),
    fetchBytes(regularUrl, report(0)),
    fetchBytes(boldUrl, report(1)),
  ]);
  // A task for each: reading both at once would hold up what a person types meanwhile.
  await nextTask();
  const regularFont = label.loadFont(regular);
  await nextTask();
  const fonts: Fonts = { 400: regularFont, 700: label.loadFont(bold) };
  await nextTask();
  return {
    draw: (template, data, media) => {
      const scene = label.layoutLabel({ template, data, media, fonts });
      return {
        widthDots: scene.widthDots,
        heightDots: scene.heightDots,
        dotsPerMm: label.dotsPerMm(media.dpi),
        rgba: label.bitmapToRgba(label.rasterize(scene)),
        warnings: scene.warnings,
        symbols: label.sceneSymbols(scene),
      };
    },
    picture: (template, data, media) => {
      const scene = label.layoutLabel({ template, data, media, fonts });
      const { dpi, widthDots, heightDots, warnings } = scene;
      const [svg, symbols] = [label.sceneToSvg(scene), label.sceneSymbols(scene)];
      const boxes = label.sceneBoxes(scene);
      return { svg, dpi, widthDots, heightDots, warnings, symbols, boxes };
    },
    check: (template, data, media) => label.layoutLabel({ template, data, media, fonts }).warnings,
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

/** Fetches the engine and its fonts (5.5 MB, kept by the browser) once a page; again after a failure. */
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
