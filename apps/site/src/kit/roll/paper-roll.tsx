import type { RollLabel } from '@yunbiao/contract/virtual-host';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ReactNode, useState } from 'react';
import type { Roll } from './merge.ts';
import css from './roll.module.css';

/** A picture of the very dots: one screen pixel a dot where there is room. */
const Piece = ({ label, isNewest }: { label: RollLabel; isNewest: boolean }) => {
  const { number, whole, png, width, height } = label;
  const name = `第 ${number} 张`;
  return (
    <li className={isNewest ? `${css.piece} ${css.newest}` : css.piece}>
      <span className={whole ? css.label : `${css.label} ${css.torn}`}>
        <img
          src={`data:image/png;base64,${png}`}
          alt={whole ? `${name}印出来的标签` : `${name}，没有印完的标签`}
          width={width}
          height={height}
        />
      </span>
      <p className={css.note}>
        {whole ? name : <Status kind="uncertain">{name}，印到一半停了</Status>}
      </p>
    </li>
  );
};

type PaperRollProps = {
  roll: Roll;
  /** Pieces in view before older ones are asked for. */
  most: number;
  /** What an empty roll says to do. */
  empty: ReactNode;
};

/** The paper as it hangs out of the printer: the newest label at the slot, earlier ones below, the end torn off. */
export const PaperRoll = ({ roll, most, empty }: PaperRollProps) => {
  const [isLong, setIsLong] = useState(false);
  const { labels } = roll;
  const shown = labels.slice(isLong ? 0 : -most).toReversed();
  const older = labels.length - shown.length;
  const newest = labels.at(-1);
  return (
    <div className={css.roll}>
      <div className={css.slot} aria-hidden="true" />
      <div className={css.paper}>
        {shown.length === 0 ? (
          <div className={css.blank}>{empty}</div>
        ) : (
          <ol className={css.pieces} aria-label="印出来的标签，新的在前">
            {shown.map((label) => (
              <Piece key={label.number} label={label} isNewest={label === newest} />
            ))}
          </ol>
        )}
      </div>
      {older > 0 && (
        <button type="button" className={`bare ${css.older}`} onClick={() => setIsLong(true)}>
          看前面的 {older} 张
        </button>
      )}
      <p className="visually-hidden" role="status">
        {newest && `第 ${newest.number} 张${newest.whole ? '印出来了' : '印到一半停了'}`}
      </p>
    </div>
  );
};
