import s from './account.module.css';

/** The overview before its data is there. */
export const OverviewSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>概览</h1>
        <p>正在读取…</p>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab" role="status" aria-label="正在读取概览">
      {[0, 1, 2].map((row) => (
        <div key={row} className={s.skdue}>
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
