/** While orders are on their way. */
export const OrderSkeleton = () => (
  <div aria-busy="true">
    <div className="ph">
      <div>
        <h1>订单</h1>
        <p>正在取……</p>
      </div>
    </div>
    <div className="skhead" />
    <div className="sktab">
      {[0, 1, 2].map((row) => (
        <div key={row}>
          <i className="sk" />
          <i className="sk" />
          <i className="sk" />
          <i className="sk" />
          <i className="sk" />
        </div>
      ))}
    </div>
  </div>
);
