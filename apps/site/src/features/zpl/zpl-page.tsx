import { Link } from '@tanstack/react-router';
import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@yunbiao/contract/limits/template';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useRef, useState } from 'react';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import { type ZplSettings, isEmptyInput, getZplSource } from './zpl-input.ts';
import type { PrinterHead } from './messages.ts';
import { Results } from './results.tsx';
import { SourceBox } from './source-box.tsx';
import { useZplWorker } from './use-zpl.ts';
import css from './zpl.module.css';

/** Debounce delay while typing, ms. */
const DEBOUNCE_MS = 250;

/** 100 × 150 mm: the common size of shipping labels. */
const DEFAULT_SETTINGS: ZplSettings = {
  dpi: '203',
  widthMm: '100',
  heightMm: '150',
  given: { kind: 'text', text: '' },
};

/** Settings for reading; null while a field is invalid. */
const parseZplSettings = ({ dpi, widthMm, heightMm }: ZplSettings): PrinterHead | null => {
  const [width, height] = [parseNumber(widthMm), parseNumber(heightMm)];
  if (width === null || height === null) return null;
  if (!isInRange(width, LABEL_WIDTH_MM) || !isInRange(height, LABEL_HEIGHT_MM)) return null;
  const knownDpi = ([203, 300, 600] as const).find((candidate) => String(candidate) === dpi) ?? 203;
  const k = getDotsPerMm(knownDpi);
  return { dpi: knownDpi, widthDots: Math.round(width * k), heightDots: Math.round(height * k) };
};

/** ZPL 预览: shows the labels a printer would print. */
export const ZplPage = ({ alias }: { alias: string }) => {
  const [settings, setAsked] = useState<ZplSettings>(DEFAULT_SETTINGS);
  // Last valid settings, so that the result stays while a field is being edited.
  const head = useRef<PrinterHead>(null);
  const zpl = useZplWorker();
  const { open } = zpl;
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const read = parseZplSettings(settings) ?? head.current;
    if (!read) return;
    head.current = read;
    // Files, pastes and settings use the same delay as typing.
    const timer = setTimeout(() => open(getZplSource(settings.given), read), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [settings, open]);
  const selectSourceLine = (line: number): void => {
    const box = text.current;
    if (box) selectLine(box, line);
  };
  const isEmpty = isEmptyInput(settings.given);
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
          <p>贴一段 ZPL，按打印点预览打印效果，也能保存为模板。只在这个浏览器里算，内容不上传。</p>
        </div>
      </div>
      <div className={css.work}>
        <SourceBox asked={settings} onChange={setAsked} text={text} />
        <Results
          zpl={zpl}
          isEmpty={isEmpty}
          onLine={settings.given.kind === 'text' ? selectSourceLine : undefined}
        />
      </div>
    </main>
  );
};

/** Selects a line (from 1) and scrolls it into view. */
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
