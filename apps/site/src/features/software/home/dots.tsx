import { LabelReference } from '@yunbiao/ui/label/label-paper.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { Drawing } from '../template.ts';
import css from './dots.module.css';

type SymbolOf = Drawing['symbols'][number];

/** Size of the detail view in dots, small enough to show single dots. */
const VIEW = { bars: { width: 64, height: 24 }, matrix: { width: 32, height: 24 } } as const;
const WHITE = 4;

/** Top left corner of a code with a small margin. */
const getSymbolViewBox = ({ kind, box }: SymbolOf) => ({
  x: box.x0 - WHITE,
  y: box.y0 - WHITE,
  ...VIEW[kind],
});

const describeModulesOfSymbol = (symbol: SymbolOf): string =>
  symbol.kind === 'matrix'
    ? `二维码：每格 ${symbol.moduleDots} × ${symbol.moduleDots} 点，共 ${symbol.modules} × ${symbol.modules} 格`
    : `条码：窄条 ${symbol.moduleDots} 点，宽条都是它的整数倍`;

/** Codes of the hero label, enlarged to show the dots of the print head. */
export const EnlargedCodes = ({
  drawing,
  labelId,
  figure,
}: {
  drawing: Drawing;
  labelId: string;
  figure: number;
}) => {
  const { symbols, widthDots, heightDots, dpi } = drawing;
  const shownSymbols = (['bars', 'matrix'] as const).flatMap(
    (kind) => symbols.find((symbol) => symbol.kind === kind) ?? [],
  );
  if (shownSymbols.length === 0) return null;
  return (
    <Section
      title={
        <>
          看见的点，
          <wbr />
          就是打印的点
        </>
      }
      paragraphs={[
        '预览按打印机的分辨率算成一个一个点，发给打印机的就是这些点。',
        '中文也是点，打印机里不用装字库；条码和二维码只取整数个点，边缘不会糊。',
      ]}
    >
      <figure>
        <div
          className={`plate ${css.panes}`}
          style={toCssVars({
            columns: shownSymbols.map((symbol) => `${VIEW[symbol.kind].width}fr`).join(' '),
          })}
        >
          {shownSymbols.map((symbol) => (
            <div
              key={symbol.elementId}
              className={css.pane}
              style={toCssVars({ dots: VIEW[symbol.kind].width, lines: VIEW[symbol.kind].height })}
            >
              <LabelReference
                paperId={labelId}
                widthDots={widthDots}
                heightDots={heightDots}
                part={getSymbolViewBox(symbol)}
                className={css.zoom}
              />
            </div>
          ))}
        </div>
        <figcaption>
          <b>图 {figure}</b>
          <span>
            图 1 里的码，放大来看，一格是 {dpi} dpi 打印头的一个点。
            {shownSymbols.map(describeModulesOfSymbol).join('；')}。
          </span>
        </figcaption>
      </figure>
    </Section>
  );
};
