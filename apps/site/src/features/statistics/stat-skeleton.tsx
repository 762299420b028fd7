/** A page of figures and rows before its data. */
export const StatSkeleton = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="正在读取">
    <div className="ph">
      <div>
        <h1>{title}</h1>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row}>
          <i className="sk" />
          <i className="sk" />
          <i className="sk" style={{ width: `${70 - row * 4}%` }} />
          <i className="sk" />
          <i className="sk" />
        </div>
      ))}
    </div>
  </div>
);
