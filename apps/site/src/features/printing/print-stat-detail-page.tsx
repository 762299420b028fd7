export const PrintStatDetailPage = () => (
  <div className="ph">
    <div>
      <h1>标签明细</h1>
    </div>
  </div>
);
