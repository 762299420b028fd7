/** The page of configurations before its data is there. */
export const ConfigSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>打印机配置</h1>
        <p>一个配置是一台打印机加一种标签纸：尺寸、校准和出纸。</p>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab" role="status" aria-label="正在读取配置">
      {[0, 1, 2, 3].map((row) => (
        <div key={row}>
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
        </div>
      ))}
    </div>
  </div>
);
