import type { Template } from '@yunbiao/label';
import { useMemo } from 'react';
import { DotCanvas } from './dot-canvas.tsx';
import { drawLabelOrExplain } from './engine/draw-label.ts';
import { LabelPlaceholder } from './label-placeholder.tsx';
import { listFieldSamples } from './samples.ts';
import { useStoredTemplate } from './stored-template.ts';
import { useLabelEngine } from './engine/use-engine.ts';
import { LabelOnLiner } from './on-liner.tsx';

type Size = { widthMm: number; heightMm: number };

/** At the listed resolutions two dots are whole pixels (`--thumbnail-mm`): no bar becomes grey. */
const THUMBNAIL_MEDIA = { dpi: 203, codeStepDots: 2 } as const;

/** A template with its sample data, drawn in the browser. */
export const BrowserDrawnTemplate = ({ template, name }: { template: Template; name: string }) => {
  const state = useLabelEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabelOrExplain(state.engine, template, listFieldSamples(template), THUMBNAIL_MEDIA)
        : undefined,
    [state, template],
  );
  if (!attempt) return <LabelPlaceholder state={state} small />;
  if (!attempt.drawn) return null;
  return <DotCanvas drawn={attempt.drawn} title={`${name}样例`} />;
};

/** Picture of an own template. Content is loaded and drawn when it scrolls into view. */
export const OwnTemplatePicture = ({
  id,
  version,
  name,
  ...size
}: Size & { id: string; version: number; name: string }) => {
  const { place, template } = useStoredTemplate({ id, version });
  return (
    <span ref={place}>
      <LabelOnLiner {...size}>
        {template && <BrowserDrawnTemplate template={template} name={name} />}
      </LabelOnLiner>
    </span>
  );
};
