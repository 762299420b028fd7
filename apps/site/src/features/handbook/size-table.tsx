import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import css from './entry.module.css';
import type { Entry } from './load-handbook.ts';
import { MinimumSizes } from './minimum-sizes.tsx';
import { formatDots, type SizeAt, formatCodeSize } from './size-text.ts';

/** The measurable size, then the dots it consists of. */
const SizeCell = ({ size, what }: { size: SizeAt; what: string }) =>
  size.widthMm === null ? (
    <>
      <b>{size.mm}&nbsp;mm</b>
      <small>{size.dots}&nbsp;点</small>
    </>
  ) : (
    <>
      <b>{formatCodeSize(size)}</b>
      <small>
        {what}&nbsp;{formatDots(size)}
      </small>
    </>
  );

const ABOUT =
  '图是 203 dpi 的，虚线是它的框：按图里的内容算，四周的空白和下面的字都在内，照着画框就打印得出来。扫不扫得出，是照打印头晕开、镜头离远的样子读出来的。';

const NOTE = {
  linear: `${ABOUT}高是最矮的；手持扫描枪要扫得顺手，条高取宽的 15 %、不低于 5 mm。`,
  matrix: ABOUT,
} as const;

/** Minimum sizes by level and resolution, computed by the engine. */
export const SizeTable = ({ sizes, kind }: Pick<Entry, 'sizes' | 'kind'>) => (
  <>
    {kind !== 'element' && <MinimumSizes sizes={sizes} />}
    <table className={css.sizes}>
      <thead>
        <tr>
          <td />
          {sizes[0]?.rows.map(({ dpi }) => (
            <th scope="col" key={dpi}>
              {dpi}&nbsp;dpi
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ title, say, what, rows }) => (
          <tr key={title}>
            <th scope="row">
              {title}
              <small>{keepNumbersWithUnits(say)}</small>
            </th>
            {rows.map((size) => (
              <td key={size.dpi} data-l={`${size.dpi} dpi`}>
                <SizeCell size={size} what={what} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {kind !== 'element' && <p className={css.note}>{keepNumbersWithUnits(NOTE[kind])}</p>}
  </>
);
