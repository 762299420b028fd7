/** Placeholder of a page with figures and rows while its data is loading. */
export const StatSkeleton = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="正在读取">
    <div className="page-head">
      <div>
        <h1>{title}</h1>
      </div>
    </div>
    <div className="bone-scale" />
    <div className="bone-table">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row}>
          <i className="bone" />
          <i className="bone" />
          <i className="bone" style={{ width: `${70 - row * 4}%` }} />
          <i className="bone" />
          <i className="bone" />
        </div>
      ))}
    </div>
  </div>
);
