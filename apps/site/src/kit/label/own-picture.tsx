import type { Template } from '@yunbiao/label';
import { useMemo } from 'react';
import { DotCanvas } from './dot-canvas.tsx';
import { drawLabel } from './draw-label.ts';
import { LabelWait } from './label-wait.tsx';
import { listSamples } from './samples.ts';
import { useStoredTemplate } from './stored-template.ts';
import { useEngine } from './use-engine.ts';
import { OnLiner } from './on-liner.tsx';

type Size = { widthMm: number; heightMm: number };

/** A template with its samples, drawn here. */
export const Drawn = ({ template, name }: { template: Template; name: string }) => {
  const state = useEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabel(state.engine, template, listSamples(template), { dpi: 203 })
        : undefined,
    [state, template],
  );
  if (!attempt) return <LabelWait state={state} small />;
  if (!attempt.drawn) return null;
  return <DotCanvas drawn={attempt.drawn} title={`${name}样例`} />;
};

/** An own template: its content is read and drawn once it comes into view. */
export const OwnPicture = ({
  id,
  version,
  name,
  ...size
}: Size & { id: string; version: number; name: string }) => {
  const { place, template } = useStoredTemplate({ id, version });
  return (
    <span ref={place}>
      <OnLiner {...size}>{template && <Drawn template={template} name={name} />}</OnLiner>
    </span>
  );
};
