import type { Scene } from '../scene.ts';

/** A code on a laid-out label, as a reader would describe it. */
export type SceneSymbol = {
  elementId: string;
  kind: 'code128' | 'qr';
  /** Dots of the narrowest bar (the X-dimension), or of one side of a QR module. */
  moduleDots: number;
  /** Modules along a side of the QR; 0 for bars. */
  modules: number;
};

/** The codes of a scene in drawing order, so that a page can tell their size without reading the drawing. */
export function sceneSymbols(scene: Scene): SceneSymbol[] {
  return scene.ops.flatMap((op): SceneSymbol[] => {
    if (op.kind === 'matrix') {
      return [
        { elementId: op.elementId, kind: 'qr', moduleDots: op.moduleDots, modules: op.code.size },
      ];
    }
    if (op.kind !== 'bars') return [];
    // Every Code 128 symbol has a bar of one module: the start character alone has one.
    let narrowest = Infinity;
    for (let i = 0; i + 1 < op.edges.length; i += 2) {
      narrowest = Math.min(narrowest, (op.edges[i + 1] ?? 0) - (op.edges[i] ?? 0));
    }
    return [{ elementId: op.elementId, kind: 'code128', moduleDots: narrowest, modules: 0 }];
  });
}
