export const OverviewPage = () => (
  <div className="ph">
    <div>
      <h1>概览</h1>
    </div>
  </div>
);
