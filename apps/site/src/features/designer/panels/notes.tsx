import { keepUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { notesWidth } from '../canvas/canvas-pane.tsx';
import type { Size } from '../canvas/view.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { choose } from '../model/arrange.ts';
import { getElement } from '../model/doc.ts';
import type { Problem } from '../model/problems.ts';

export const Note = ({ problem }: { problem: Problem }) => (
  <Status kind={problem.level === 'error' ? 'failed' : 'uncertain'}>
    <span>{keepUnits(problem.message)}</span>
  </Status>
);

/** What takes the problem away, at a press. */
export const FixButton = ({ problem: { fix, elementId } }: { problem: Problem }) => {
  const designer = useDesigner();
  if (!fix) return null;
  return (
    <button
      type="button"
      className={css.fix}
      // The canvas below would take the press for its own.
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() =>
        designer.act(fix.label, (doc) => {
          const fixed = fix.command(doc);
          return fixed === doc ? doc : choose([elementId])(fixed);
        })
      }
    >
      {keepUnits(fix.label)}
    </button>
  );
};

/** Between two notes, and from the label to them, px. */
const GAP_PX = 12;
const LEAD_PX = 28;
const FIRST_PX = 12;
const LINE_PX = 20;
const HALF_LINE_PX = LINE_PX / 2;

type Lead = { x: number; y: number };

/** From the top of the canvas, px, for each note in its own order: level with its element, or right below the one above. */
const listTops = (leads: readonly Lead[], heights: readonly number[]): number[] => {
  const tops: number[] = [];
  let next = FIRST_PX;
  const byHeight = leads.map(({ y }, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (const { y, i } of byHeight) {
    const top = Math.max(next, y - HALF_LINE_PX);
    tops[i] = top;
    next = top + (heights[i] ?? 2 * LINE_PX) + GAP_PX;
  }
  return tops;
};

/**
 * What is wrong, in words, beside the label: each note level with its element where there is room, a line leading to it.
 * Only while the label stands to the left of them.
 */
export const Notes = ({ problems, room }: { problems: readonly Problem[]; room: Size }) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const live = useStore(designer.live);
  const template = useStore(designer.history, ({ now }) => now.template);
  const list = useRef<HTMLOListElement>(null);
  const [heights, setHeights] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const all = Array.from(
      list.current?.children ?? [],
      (one) => (one as HTMLElement).offsetHeight,
    );
    setHeights((now) =>
      now.length === all.length && now.every((height, i) => height === all[i]) ? now : all,
    );
  }, [problems]);
  const width = notesWidth(room);
  const left = room.width - width;
  const edge = view.xPx + template.widthMm * view.scale;
  if (width === 0 || problems.length === 0 || live || edge + LEAD_PX > left) return null;
  const leads = problems.map(({ elementId }): Lead => {
    const element = getElement(template, elementId);
    if (!element) return { x: edge, y: view.yPx };
    return {
      x: Math.min(edge, (element.xMm + element.widthMm) * view.scale + view.xPx),
      y: (element.yMm + element.heightMm / 2) * view.scale + view.yPx,
    };
  });
  const tops = listTops(leads, heights);
  return (
    <>
      <svg className={css.leads} aria-hidden="true">
        {problems.map(({ elementId }, i) => {
          const [lead, top] = [leads[i], tops[i]];
          if (elementId === '' || !lead || top === undefined) return null;
          // Each turns at a place of its own: lines that cross can be told apart.
          const turn = left - 20 + (i % 3) * 4;
          const d = `M${lead.x + 2} ${lead.y}H${turn}V${top + HALF_LINE_PX}H${left - 6}`;
          return <path key={i} d={d} />;
        })}
      </svg>
      <ol ref={list} className={css.notes} style={{ left, width: width - GAP_PX }}>
        {problems.map((problem, i) => (
          <li key={`${problem.elementId} ${problem.message}`} style={{ top: tops[i] ?? 0 }}>
            <Note problem={problem} />
            <FixButton problem={problem} />
          </li>
        ))}
      </ol>
    </>
  );
};

/** The same as a list, each leading to its element. */
export const NoteList = ({ problems }: { problems: readonly Problem[] }) => {
  const designer = useDesigner();
  return (
    <ol className={css.noteList} aria-label="提醒">
      {problems.map((problem) => (
        <li key={`${problem.elementId} ${problem.message}`}>
          {problem.elementId === '' ? (
            <Note problem={problem} />
          ) : (
            <button
              type="button"
              className="bare"
              onClick={() => designer.act('选择', choose([problem.elementId]))}
            >
              <Note problem={problem} />
            </button>
          )}
          <FixButton problem={problem} />
        </li>
      ))}
    </ol>
  );
};
