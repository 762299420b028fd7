import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useLayoutEffect, useRef } from 'react';
import { LabelPlaceholder } from '../../../kit/label/label-placeholder.tsx';
import { useLabelEngine } from '../../../kit/label/engine/use-engine.ts';
import labels from '../../../kit/label/label.module.css';
import { useDesigner } from '../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { includeGroupMembers } from '@yunbiao/designer/doc';
import css from './server-preview.module.css';
import { isHollow } from './hit-test.ts';

const NAME = 'first-choice';

/** Selects the element that was tapped before hydration and moves the focus to the canvas. */
const usePreHydrationSelection = () => {
  const designer = useDesigner();
  const label = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = label.current;
    return () => {
      const tapped = place?.querySelector<HTMLInputElement>(`input[name="${NAME}"]:checked`)?.value;
      if (tapped === undefined) return;
      designer.execute(
        '选择',
        selectElements(includeGroupMembers(designer.getDoc().template, [tapped])),
      );
      place?.closest<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
    };
  }, [designer]);
  return label;
};

/**
 * The label before hydration, rendered by the server at its final position. Its elements can be
 * tapped: they are native radio buttons and need no scripts.
 */
export const ServerPreview = () => {
  const { served, getDoc } = useDesigner();
  const state = useLabelEngine(false);
  const label = usePreHydrationSelection();
  const { template } = getDoc();
  const { widthMm, heightMm } = template;
  const free = template.elements.filter(
    (element) => !isElementHidden(template, element) && !isElementLocked(template, element),
  );
  // Hollow frames come first, so that a tap selects the elements inside them.
  const elements = [...free.filter(isHollow), ...free.filter((element) => !isHollow(element))];
  return (
    <div
      ref={label}
      className={`${css.label} ${labels.ratios}`}
      style={toCssVars({ w: widthMm, h: heightMm })}
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
        elements.length > 0 && <LabelPlaceholder state={state} />
      )}
      <div aria-hidden="true">
        {elements.map(({ id, xMm, yMm, widthMm: w, heightMm: h }) => (
          <span key={id} style={toCssVars({ x: xMm, y: yMm, 'own-w': w, 'own-h': h })}>
            <input type="radio" name={NAME} value={id} tabIndex={-1} />
          </span>
        ))}
      </div>
    </div>
  );
};
