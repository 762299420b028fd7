export const PrintPage = () => (
  <div className="ph">
    <div>
      <h1>立即打印</h1>
    </div>
  </div>
);
