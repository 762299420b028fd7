/** The notices before they are there. */
export const NoticeSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>通知</h1>
        <p>你的问题有人回答、回答被采纳，都会记在这里。</p>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab" role="status" aria-label="正在读取通知">
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
