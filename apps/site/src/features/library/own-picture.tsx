import type { Template } from '@yunbiao/label';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DotCanvas } from '../../kit/label/dot-canvas.tsx';
import { drawLabel } from '../../kit/label/draw-label.ts';
import { LabelWait } from '../../kit/label/label-wait.tsx';
import { samplesOf } from '../../kit/label/samples.ts';
import { useEngine } from '../../kit/label/use-engine.ts';
import { useApi } from '../../kit/site/site.tsx';
import { OnLiner } from './card.tsx';

type Size = { widthMm: number; heightMm: number };

/** Screen pixels of the drawing; the style says how large it is shown. */
const PX_PER_MM = 4;

/** A template with its samples, drawn here. */
export const Drawn = ({ template, name }: { template: Template; name: string }) => {
  const state = useEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabel(state.engine, template, samplesOf(template), { dpi: 203 })
        : undefined,
    [state, template],
  );
  if (!attempt) return <LabelWait state={state} small />;
  if (!attempt.drawn) return null;
  return (
    <DotCanvas
      drawn={attempt.drawn}
      widthPx={Math.round(template.widthMm * PX_PER_MM)}
      heightPx={Math.round(template.heightMm * PX_PER_MM)}
      title={`${name}样例`}
    />
  );
};

/** Whether the place has been in view, or nearly. */
const useSeen = () => {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return { place, isSeen };
};

/** An own template: its content is read and drawn once it comes into view. */
export const OwnPicture = ({
  id,
  version,
  name,
  ...size
}: Size & { id: string; version: number; name: string }) => {
  const api = useApi();
  const { place, isSeen } = useSeen();
  const [template, setTemplate] = useState<Template | null>(null);
  useEffect(() => {
    if (!isSeen) return;
    const asked = new AbortController();
    void api.call('templateGet', { id }, { signal: asked.signal }).then((reply) => {
      if (!asked.signal.aborted && reply.state === 'ok') setTemplate(reply.data.content);
    });
    return () => asked.abort();
  }, [api, id, version, isSeen]);
  return (
    <span ref={place}>
      <OnLiner {...size}>{template && <Drawn template={template} name={name} />}</OnLiner>
    </span>
  );
};
