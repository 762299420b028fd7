export const PrinterConfigPage = () => (
  <div className="ph">
    <div>
      <h1>打印机配置</h1>
    </div>
  </div>
);
