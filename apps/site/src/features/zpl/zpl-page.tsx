import { Link } from '@tanstack/react-router';
import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@yunbiao/contract/limits/template';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useRef, useState } from 'react';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import { type Asked, isNothing, getSource } from './given.ts';
import type { Head } from './messages.ts';
import { Results } from './results.tsx';
import { SourceBox } from './source-box.tsx';
import { useZpl } from './use-zpl.ts';
import css from './zpl.module.css';

/** While somebody types, ms. */
const PAUSE_MS = 250;

/** 100 × 150 mm: what carriers print on. */
const FIRST: Asked = {
  dpi: '203',
  widthMm: '100',
  heightMm: '150',
  given: { kind: 'text', text: '' },
};

/** What to read it with; null while a field is not right. */
const getHead = ({ dpi, widthMm, heightMm }: Asked): Head | null => {
  const [width, height] = [readNumber(widthMm), readNumber(heightMm)];
  if (width === null || height === null) return null;
  if (!inRange(width, LABEL_WIDTH_MM) || !inRange(height, LABEL_HEIGHT_MM)) return null;
  const known = ([203, 300, 600] as const).find((one) => String(one) === dpi) ?? 203;
  const k = getDotsPerMm(known);
  return { dpi: known, widthDots: Math.round(width * k), heightDots: Math.round(height * k) };
};

/** ZPL 预览: what a printer would make of it, drawn here. */
export const ZplPage = ({ alias }: { alias: string }) => {
  const [asked, setAsked] = useState<Asked>(FIRST);
  // The last that was right: a field that is being typed does not take the picture away.
  const head = useRef<Head>(null);
  const zpl = useZpl();
  const { open } = zpl;
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const read = getHead(asked) ?? head.current;
    if (!read) return;
    head.current = read;
    // A file, a paste and a setting wait no longer than typing does.
    const timer = setTimeout(() => open(getSource(asked.given), read), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, open]);
  const onLine = (line: number): void => {
    const box = text.current;
    if (box) selectLine(box, line);
  };
  const isEmpty = isNothing(asked.given);
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <div className="crumb">
            <Link to="/$soft/tools" params={{ soft: alias }}>
              工具
            </Link>
          </div>
          <h1>ZPL 预览</h1>
          <p>
            贴一段 ZPL，逐点看打印机会印成什么样，也能存成模板。只在这个浏览器里算，内容不上传。
          </p>
        </div>
      </div>
      <div className={css.work}>
        <SourceBox asked={asked} onChange={setAsked} text={text} />
        <Results
          zpl={zpl}
          isEmpty={isEmpty}
          onLine={asked.given.kind === 'text' ? onLine : undefined}
        />
      </div>
    </main>
  );
};

/** Selects a line, counted from 1, and brings it into view. */
const selectLine = (box: HTMLTextAreaElement, line: number): void => {
  const { value } = box;
  let from = 0;
  for (let i = 1; i < line; i += 1) {
    const end = value.indexOf('\n', from);
    if (end < 0) break;
    from = end + 1;
  }
  const end = value.indexOf('\n', from);
  box.focus();
  box.setSelectionRange(from, end < 0 ? value.length : end);
  const height = Number.parseFloat(getComputedStyle(box).lineHeight);
  box.scrollTop = Math.max(0, (line - 4) * height);
};
