/** The page of clients before its data is there. */
export const AuthSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>授权客户端</h1>
        <p>一台连着打印机的电脑就是一个客户端。它有自己的钥匙，随时可以收回。</p>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab" role="status" aria-label="正在读取客户端">
      {[0, 1, 2, 3, 4].map((row) => (
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
