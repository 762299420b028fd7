import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Menu } from '@yunbiao/ui/overlay/menu.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import type { Data } from '../data/use-data.ts';
import { useDesigner } from '../designer.ts';
import css from './export.module.css';
import { useLabelExport } from './use-export.ts';
import { type ExportKind, EXPORT_KIND_NAMES } from './export-kinds.ts';

const PdfDialog = createOnDemandComponent(
  async () => (await import('../../../kit/label/pdf/pdf-dialog.tsx')).PdfDialog,
);

const formatNumber = (value: number): string => value.toLocaleString('zh-CN');

/** 导出: files of the picked rows, the current label, or the browser's own print. */
export const ExportMenu = ({ data }: { data: Data }) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { dpi } = useStore(designer.look);
  const name = useStore(designer.file, (file) => file.name);
  const { progress, forPdf, run, cancel, closePdf } = useLabelExport(designer.refusal.set);
  const rows = data.hasRows ? data.targetRows : [data.shown];
  const runExport = (exportKind: ExportKind, isShownOnly = false): void => {
    const exportedRows = isShownOnly ? [data.shown] : rows;
    void run(exportKind, { name, template, dpi, rows: exportedRows, isSample: isShownOnly });
  };
  const count = `${formatNumber(rows.length)} 张`;
  return (
    <>
      <Menu
        label="导出"
        button={
          <>
            <Icon name="download" />
            导出
            <Icon name="down" />
          </>
        }
        buttonClass="button compact"
        className={css.menu ?? ''}
      >
        {(close) => {
          const renderExportItem = (text: string, exportKind: ExportKind, isShownOnly = false) => (
            <button
              key={text}
              type="button"
              onClick={() => {
                close();
                runExport(exportKind, isShownOnly);
              }}
            >
              {text}
            </button>
          );
          return (
            <>
              {renderExportItem(`PDF，${count}…`, 'pdf')}
              {renderExportItem('PNG，画布上这一张', 'png', true)}
              {rows.length > 1 && renderExportItem(`PNG，${count}（ZIP）`, 'png')}
              {renderExportItem(`ZPL，${count}`, 'zpl')}
              {renderExportItem(`TSPL，${count}`, 'tspl')}
              <hr />
              {renderExportItem(`用浏览器打印 ${count}`, 'browser')}
            </>
          );
        }}
      </Menu>
      {progress && (progress.count > 1 || progress.isSlow) && (
        <Dialog title={EXPORT_KIND_NAMES[progress.what]} onClose={cancel}>
          <div className={css.progress}>
            <p role="status">
              正在做第 {formatNumber(Math.min(progress.done + 1, progress.count))} 张，共{' '}
              {formatNumber(progress.count)} 张…
            </p>
            <button type="button" className="button" onClick={cancel} data-autofocus>
              取消
            </button>
          </div>
        </Dialog>
      )}
      {forPdf && <PdfDialog {...forPdf} copies={1} onClose={closePdf} onGiveUp={closePdf} />}
    </>
  );
};
