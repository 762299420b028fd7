import { FirstIcon } from '@yunbiao/ui/first-icon.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useState } from 'react';
import { formatTemplateSize, describeSampleLabel, type Drawing } from '../template.ts';
import { ContinueLink } from './designer-link/continue-link.tsx';
import { HeroBench } from './hero-bench.tsx';
import type { HeroLabel } from './home-data.ts';
import { type BoxMm, getInkBox } from './lead-line.ts';
import type { Lead } from './leads.ts';
import css from './live-label.module.css';
import { useLiveDrawing } from './use-live-drawing.ts';

/** Id of the hero drawing, for figures that reuse it. */
export const HERO_LABEL_ID = 'hero-label';

const formatFixed = (value: number, digits: number): string => value.toFixed(digits);

const describeDrawnCodes = (drawing: Drawing): string[] =>
  drawing.symbols.map((symbol) => {
    const moduleMm = formatFixed((symbol.moduleDots / drawing.dpi) * 25.4, 2);
    return symbol.kind === 'matrix'
      ? `二维码 ${symbol.modules} × ${symbol.modules}，每格 ${symbol.moduleDots} 点`
      : `条码，窄条 ${moduleMm}\u00A0mm`;
  });

const SizeReadout = ({ box }: { box: BoxMm | undefined }) => (
  <span className={`push-end hide ${css.readout}`} aria-hidden="true">
    {box && (
      <>
        <span>
          <i>X</i>
          {formatFixed(box.x0, 1)}
        </span>
        <span>
          <i>Y</i>
          {formatFixed(box.y0, 1)}
        </span>
        <span>
          <i>宽</i>
          {formatFixed(box.x1 - box.x0, 1)}
        </span>
        <span>
          <i>高</i>
          {formatFixed(box.y1 - box.y0, 1)}
        </span>
      </>
    )}
  </span>
);

type FieldProps = {
  lead: Lead;
  value: string;
  onTouch: () => void;
  onPick: (lead: Lead | undefined) => void;
  onChange: (value: string) => void;
};

const LiveLabelField = ({ lead, value, onTouch, onPick, onChange }: FieldProps) => (
  <label className="field">
    <span>
      <i className={css.ordinal}>{lead.number}</i>
      {lead.field.label}
    </span>
    <span className={`field-box compact ${css.input}`}>
      <input
        value={value}
        maxLength={lead.field.maxLength}
        autoComplete="off"
        onPointerDown={onTouch}
        onFocus={() => {
          onTouch();
          onPick(lead);
        }}
        onBlur={() => onPick(undefined)}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  </label>
);

const ENGINE_NOTE = { loading: '正在取字体…', failed: '字体没取到，请检查网络后再改一次' } as const;

/** The hero: a label drawn by the print engine and redrawn on each input. */
export const LiveLabel = ({ sample, leads }: HeroLabel) => {
  const live = useLiveDrawing(sample);
  const [picked, setPicked] = useState<Lead>();
  const box = picked && getInkBox(live.drawing, sample.widthMm, picked.elementIds.slice(0, 1));
  const note =
    live.engine === 'loading' || live.engine === 'failed' ? ENGINE_NOTE[live.engine] : undefined;
  const warning = note ?? live.warnings[0]?.message;
  return (
    <div className="plate">
      <header>
        <b className={`ellipsis ${css.name}`} title={sample.name}>
          {sample.name}
        </b>
        <span className="faint">{formatTemplateSize(sample)}</span>
        <SizeReadout box={box} />
        <button
          type="button"
          className={`icon-button ${css.undo}`}
          aria-label="恢复样例"
          title="恢复样例"
          disabled={!live.changed}
          onClick={live.reset}
        >
          <FirstIcon name="undo" />
        </button>
      </header>
      <HeroBench
        id={HERO_LABEL_ID}
        size={sample}
        drawing={live.drawing}
        title={describeSampleLabel(sample, { values: live.values })}
        leads={leads}
        picked={box}
      />
      <div className={css.fields}>
        {leads.map((lead) => (
          <LiveLabelField
            key={lead.field.name}
            lead={lead}
            value={live.values[lead.field.name] ?? ''}
            onTouch={live.wake}
            onPick={setPicked}
            onChange={(value) => live.change(lead.field.name, value)}
          />
        ))}
      </div>
      <footer className={css.foot}>
        <div className={css.facts} aria-live="polite">
          <span className="no-wrap">
            {live.drawing.widthDots} × {live.drawing.heightDots} 点
          </span>
          {warning ? (
            <Status kind={live.engine === 'loading' ? 'running' : 'uncertain'}>{warning}</Status>
          ) : (
            describeDrawnCodes(live.drawing).map((fact) => <span key={fact}>{fact}</span>)
          )}
        </div>
        <ContinueLink sample={sample} values={live.values} isChanged={live.changed} />
      </footer>
    </div>
  );
};
