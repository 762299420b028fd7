import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';

/** Loads on first use. */
export const ReportOnDemand = createOnDemandComponent(
  async () => (await import('./report-dialog.tsx')).PrinterReportDialog,
);

/** Button by which a member says which model his printer is, and that it works. */
export const ReportRow = ({ isDirty, onOpen }: { isDirty: boolean; onOpen: () => void }) => (
  <div className="field span-6">
    <div className="row">
      <button type="button" className="button compact" disabled={isDirty} onClick={onOpen}>
        这台能用
      </button>
      <span className="small faint">
        {isDirty ? '有未保存的修改，先保存再报' : '打印出来了？报上型号，别的会员就知道它能用'}
      </span>
    </div>
  </div>
);
