import type { RollLabel } from '@yunbiao/contract/gateway/virtual-host';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ReactNode, useState } from 'react';
import type { Roll } from './merge.ts';
import css from './roll.module.css';

/** Image with the exact dots: one screen pixel per dot if there is space. */
const RollLabelPicture = ({ label, isNewest }: { label: RollLabel; isNewest: boolean }) => {
  const { number, whole, png, width, height } = label;
  const name = `第 ${number} 张`;
  return (
    <li className={isNewest ? `${css.piece} ${css.newest}` : css.piece}>
      <span className={whole ? css.label : `${css.label} ${css.torn}`}>
        <img
          src={`data:image/png;base64,${png}`}
          alt={whole ? `${name}打印出来的标签` : `${name}，没有打印完的标签`}
          width={width}
          height={height}
        />
      </span>
      <p className={css.note}>
        {whole ? name : <Status kind="uncertain">{name}，打印到一半停了</Status>}
      </p>
    </li>
  );
};

type PaperRollProps = {
  roll: Roll;
  /** Maximum number of labels before the button for older ones. */
  most: number;
  /** Text of an empty roll. */
  empty: ReactNode;
};

/** Paper of a printer: latest label at the slot, earlier ones below, a torn end. */
export const PaperRoll = ({ roll, most, empty }: PaperRollProps) => {
  const [isLong, setIsLong] = useState(false);
  const { labels } = roll;
  const visibleLabels = labels.slice(isLong ? 0 : -most).toReversed();
  const older = labels.length - visibleLabels.length;
  const newest = labels.at(-1);
  return (
    <div className={css.roll}>
      <div className={css.slot} aria-hidden="true" />
      <div className={css.paper}>
        {visibleLabels.length === 0 ? (
          <div className={css.blank}>{empty}</div>
        ) : (
          <ol className={css.pieces} aria-label="打印出来的标签，新的在前">
            {visibleLabels.map((label) => (
              <RollLabelPicture key={label.number} label={label} isNewest={label === newest} />
            ))}
          </ol>
        )}
      </div>
      {older > 0 && (
        <button type="button" className={`bare ${css.older}`} onClick={() => setIsLong(true)}>
          查看前面的 {older} 张
        </button>
      )}
      <p className="visually-hidden" role="status">
        {newest && `第 ${newest.number} 张${newest.whole ? '打印出来了' : '打印到一半停了'}`}
      </p>
    </div>
  );
};
