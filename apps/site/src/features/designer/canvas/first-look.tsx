import { vars } from '@yunbiao/ui/vars.ts';
import { useLayoutEffect, useRef } from 'react';
import { LabelWait } from '../../../kit/label/label-wait.tsx';
import { useEngine } from '../../../kit/label/use-engine.ts';
import labels from '../../../kit/label/label.module.css';
import { useDesigner } from '../designer.ts';
import { choose } from '../model/arrange.ts';
import { withGroups } from '../model/doc.ts';
import css from './first-look.module.css';
import { isHollow } from './hit.ts';

const NAME = 'first-choice';

/** What was tapped before the scripts were here is chosen, and the canvas has the keyboard. */
const useTakeOver = () => {
  const designer = useDesigner();
  const label = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = label.current;
    return () => {
      const tapped = place?.querySelector<HTMLInputElement>(`input[name="${NAME}"]:checked`)?.value;
      if (tapped === undefined) return;
      designer.act('选择', choose(withGroups(designer.doc().template, [tapped])));
      place?.closest<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
    };
  }, [designer]);
  return label;
};

/**
 * The label before the scripts are here: where they will put it, as the server has drawn it, and its elements to be
 * tapped. Only the browser's own radio buttons are at work.
 */
export const FirstLook = () => {
  const { served, doc } = useDesigner();
  const state = useEngine(false);
  const label = useTakeOver();
  const { template } = doc();
  const { widthMm, heightMm } = template;
  const free = template.elements.filter(({ hidden, locked }) => !hidden && !locked);
  // Frames are hollow: what is in them is tapped, not they.
  const elements = [...free.filter(isHollow), ...free.filter((element) => !isHollow(element))];
  return (
    <div
      ref={label}
      className={`${css.label} ${labels.ratios}`}
      style={vars({ w: widthMm, h: heightMm })}
    >
      {served?.template === template ? (
        <img
          src={served.picture}
          alt={`正在设计的 ${widthMm} × ${heightMm} 毫米标签`}
          fetchPriority="high"
          decoding="sync"
          draggable={false}
        />
      ) : (
        elements.length > 0 && <LabelWait state={state} />
      )}
      <div aria-hidden="true">
        {elements.map(({ id, xMm, yMm, widthMm: w, heightMm: h }) => (
          <span key={id} style={vars({ x: xMm, y: yMm, 'own-w': w, 'own-h': h })}>
            <input type="radio" name={NAME} value={id} tabIndex={-1} />
          </span>
        ))}
      </div>
    </div>
  );
};
