import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { hasRoomForNotes, MAX_NOTES_PX, type Size } from '../canvas/view.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { findElement } from '@yunbiao/designer/doc';
import type { Problem } from '@yunbiao/designer/problems';

export const ProblemNote = ({ problem }: { problem: Problem }) => (
  <Status kind={problem.level === 'error' ? 'failed' : 'uncertain'}>
    <span>{keepNumbersWithUnits(problem.message)}</span>
  </Status>
);

/** Button that applies the fix of a problem. */
export const FixButton = ({ problem: { fix, elementId } }: { problem: Problem }) => {
  const designer = useDesigner();
  if (!fix) return null;
  return (
    <button
      type="button"
      className={css.fix}
      // The canvas below must not handle the press.
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() =>
        designer.execute(fix.label, (doc) => {
          const fixed = fix.command(doc);
          return fixed === doc ? doc : selectElements([elementId])(fixed);
        })
      }
    >
      {keepNumbersWithUnits(fix.label)}
    </button>
  );
};

/** Gap between two notes, and minimum distance from the label to the notes, px. */
const GAP_PX = 12;
const LEAD_PX = 28;
/** Narrower notes would be columns of single words. */
const MIN_NOTES_PX = 120;
const FIRST_PX = 12;
const LINE_PX = 20;
const HALF_LINE_PX = LINE_PX / 2;

type Lead = { x: number; y: number };

/**
 * Distance of each note from the top of the canvas, px: level with its element, or directly below
 * the previous note.
 */
const computeNoteTops = (leads: readonly Lead[], heights: readonly number[]): number[] => {
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
 * Problems as notes beside the label. Each note is level with its element if there is room, and
 * connected to it by a line. Hidden when the label leaves no room for them.
 */
export const ProblemNotes = ({ problems, room }: { problems: readonly Problem[]; room: Size }) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const live = useStore(designer.live);
  const template = useStore(designer.history, ({ now }) => now.template);
  const list = useRef<HTMLOListElement>(null);
  const [heights, setHeights] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const noteHeights = Array.from(
      list.current?.children ?? [],
      (note) => (note as HTMLElement).offsetHeight,
    );
    setHeights((now) =>
      now.length === noteHeights.length && now.every((height, i) => height === noteHeights[i])
        ? now
        : noteHeights,
    );
  }, [problems]);
  const edge = view.xPx + template.widthMm * view.scale;
  const width = Math.min(MAX_NOTES_PX, room.width - edge - LEAD_PX);
  const notesLeft = room.width - width;
  const isHidden = problems.length === 0 || live || !hasRoomForNotes(room);
  if (isHidden || width < MIN_NOTES_PX) return null;
  const leads = problems.map(({ elementId }): Lead => {
    const element = findElement(template, elementId);
    if (!element) return { x: edge, y: view.yPx };
    return {
      x: Math.min(edge, (element.xMm + element.widthMm) * view.scale + view.xPx),
      y: (element.yMm + element.heightMm / 2) * view.scale + view.yPx,
    };
  });
  const tops = computeNoteTops(leads, heights);
  return (
    <>
      <svg className={css.leads} aria-hidden="true">
        {problems.map(({ elementId }, i) => {
          const [lead, top] = [leads[i], tops[i]];
          if (elementId === '' || !lead || top === undefined) return null;
          // The lines turn at different positions, so that crossing lines can be distinguished.
          const turn = notesLeft - 20 + (i % 3) * 4;
          const d = `M${lead.x + 2} ${lead.y}H${turn}V${top + HALF_LINE_PX}H${notesLeft - 6}`;
          return <path key={i} d={d} />;
        })}
      </svg>
      <ol ref={list} className={css.notes} style={{ left: notesLeft, width: width - GAP_PX }}>
        {problems.map((problem, i) => (
          <li key={`${problem.elementId} ${problem.message}`} style={{ top: tops[i] ?? 0 }}>
            <ProblemNote problem={problem} />
            <FixButton problem={problem} />
          </li>
        ))}
      </ol>
    </>
  );
};

/** The problems as a list, each with a button that selects its element. */
export const NoteList = ({ problems }: { problems: readonly Problem[] }) => {
  const designer = useDesigner();
  return (
    <ol className={css.noteList} aria-label="提醒">
      {problems.map((problem) => (
        <li key={`${problem.elementId} ${problem.message}`}>
          {problem.elementId === '' ? (
            <ProblemNote problem={problem} />
          ) : (
            <button
              type="button"
              className="bare"
              onClick={() => designer.execute('选择', selectElements([problem.elementId]))}
            >
              <ProblemNote problem={problem} />
            </button>
          )}
          <FixButton problem={problem} />
        </li>
      ))}
    </ol>
  );
};
