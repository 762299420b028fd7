export const AuthPage = () => (
  <div className="ph">
    <div>
      <h1>授权客户端</h1>
    </div>
  </div>
);
