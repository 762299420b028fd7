export const PrintStatPage = () => (
  <div className="ph">
    <div>
      <h1>打印统计</h1>
    </div>
  </div>
);
