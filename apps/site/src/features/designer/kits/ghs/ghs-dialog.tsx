import {
  createGhsDesign,
  createGhsKit,
  GHS_LINES,
  type GhsDesign,
  listPictogramsOfHazards,
} from '@yunbiao/designer/kits/ghs/ghs-kit';
import { PICTOGRAM_IDS, PICTOGRAMS } from '@yunbiao/designer/kits/ghs/pictograms';
import { HAZARD_STATEMENTS, PRECAUTIONARY_STATEMENTS } from '@yunbiao/label/ghs-phrases';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import { CheckPart } from '../../panels/parts/check-part.tsx';
import { insertKitFromDialog } from '../insert-kit.ts';
import css from '../kits.module.css';
import { drawPictogram } from './draw-pictogram.ts';
import { StatementPart } from './statement-part.tsx';

type DesignProps = { design: GhsDesign; onChange: (design: GhsDesign) => void };

/** The list with an entry added in the order of all, or without it. */
const toggle = <T,>(all: readonly T[], list: readonly T[], entry: T, on: boolean): T[] =>
  all.filter((other) => (other === entry ? on : list.includes(other)));

const PictogramChoice = ({ design, onChange }: DesignProps) => (
  <div className={css.group} role="group" aria-label="象形图">
    <h3>象形图</h3>
    <div className={css.pictures}>
      {PICTOGRAM_IDS.map((id) => (
        <label key={id}>
          <img src={`data:image/png;base64,${drawPictogram(id)}`} alt="" />
          <span className="check">
            <input
              type="checkbox"
              checked={design.pictograms.includes(id)}
              onChange={(event) =>
                onChange({
                  ...design,
                  pictograms: toggle(PICTOGRAM_IDS, design.pictograms, id, event.target.checked),
                })
              }
            />
            {PICTOGRAMS[id].name}
          </span>
        </label>
      ))}
    </div>
  </div>
);

const WORDS = [
  { value: '危险', label: '危险' },
  { value: '警告', label: '警告' },
  { value: '', label: '没有' },
];

const LineChecks = ({ design, onChange }: DesignProps) => (
  <div className={css.group} role="group" aria-label="其他几行">
    <h3>其他几行</h3>
    <div className={css.checks}>
      {GHS_LINES.map((line) => (
        <CheckPart
          key={line}
          label={line}
          value={design.lines.includes(line)}
          onChange={(on) =>
            onChange({ ...design, lines: toggle(GHS_LINES, design.lines, line, on) })
          }
        />
      ))}
    </div>
  </div>
);

/** Label of a chemical after the GHS. */
export const GhsDialog = ({ onClose }: { onClose: () => void }) => {
  const designer = useDesigner();
  const [design, setDesign] = useState(createGhsDesign);
  const finish = (): void =>
    insertKitFromDialog(
      designer,
      createGhsKit(design, designer.getDoc().template, {
        hazardStatements: HAZARD_STATEMENTS,
        precautionaryStatements: PRECAUTIONARY_STATEMENTS,
        drawPictogram,
      }),
    );
  const changeHazards = (hazards: GhsDesign['hazards']): void =>
    setDesign((now) => ({
      ...now,
      hazards,
      // A newly chosen statement brings its pictogram; the member can take it away.
      pictograms: hazards.kind === 'chosen' ? toggleChosen(now, hazards.codes) : now.pictograms,
    }));
  return (
    <Dialog title="化学品标签" shape="wide" maxWidth={720} onClose={onClose}>
      <div className={css.form}>
        <StatementPart
          label="危险说明"
          column="危险代码"
          statements={HAZARD_STATEMENTS}
          value={design.hazards}
          onChange={changeHazards}
        />
        <PictogramChoice design={design} onChange={setDesign} />
        <Segmented
          legend="信号词"
          name="ghs-word"
          small
          value={design.signalWord}
          options={WORDS}
          onChange={(word) => setDesign({ ...design, signalWord: word as GhsDesign['signalWord'] })}
        />
        <StatementPart
          label="防范说明"
          column="防范代码"
          statements={PRECAUTIONARY_STATEMENTS}
          value={design.precautions}
          onChange={(precautions) => setDesign({ ...design, precautions })}
        />
        <LineChecks design={design} onChange={setDesign} />
        <p className={css.printed}>
          只收录了核对过官方文字的说明，没有的请照标准写成文字。象形图跟着危险代码那一列走；用哪些要素，由你按分类结果确认。
        </p>
        <div className="acts">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="button" className="button primary" onClick={finish}>
            添加
          </button>
        </div>
      </div>
    </Dialog>
  );
};

/** Pictograms after a change of the chosen statements. */
const toggleChosen = (now: GhsDesign, codes: readonly string[]): GhsDesign['pictograms'] => {
  const former = now.hazards.kind === 'chosen' ? now.hazards.codes : [];
  const added = listPictogramsOfHazards(codes.filter((code) => !former.includes(code)));
  return PICTOGRAM_IDS.filter((id) => now.pictograms.includes(id) || added.includes(id));
};
