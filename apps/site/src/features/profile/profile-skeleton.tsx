/** The profile before its data is there. */
export const ProfileSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>个人资料</h1>
        <p>别人在问答里看到的你。</p>
      </div>
    </div>
    <div className="sktab" role="status" aria-label="正在读取资料">
      {[0, 1, 2, 3].map((row) => (
        <div key={row}>
          <span className="sk" />
          <span className="sk" />
        </div>
      ))}
    </div>
  </div>
);
